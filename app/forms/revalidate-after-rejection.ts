/** Revalidates after a rejection, so that the page shows the current data: React Router would not reload it. */
export const revalidateAfterRejection = ({
  actionStatus,
  defaultShouldRevalidate,
}: {
  actionStatus?: number | undefined
  defaultShouldRevalidate: boolean
}) => actionStatus === 422 || defaultShouldRevalidate
