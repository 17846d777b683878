/** After a refusal the page has to show what stands now: React Router would keep what it showed. */
export const revalidateAfterRefusal = ({
  actionStatus,
  defaultShouldRevalidate,
}: {
  actionStatus?: number | undefined
  defaultShouldRevalidate: boolean
}) => actionStatus === 422 || defaultShouldRevalidate
