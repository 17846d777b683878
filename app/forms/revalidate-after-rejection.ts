/** Revalidates after a rejection, so that the page shows current data; React Router doesn't reload it by default. */
export const revalidateAfterRejection = ({
  actionStatus,
  defaultShouldRevalidate,
}: {
  actionStatus?: number | undefined
  defaultShouldRevalidate: boolean
}) => actionStatus === 422 || defaultShouldRevalidate
