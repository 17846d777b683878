/** After a rejection the page has to show what stands now: React Router would keep what it showed. */
export const revalidateAfterRejection = ({
  actionStatus,
  defaultShouldRevalidate,
}: {
  actionStatus?: number | undefined
  defaultShouldRevalidate: boolean
}) => actionStatus === 422 || defaultShouldRevalidate
