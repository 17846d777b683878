/** Who an admin decides about. */
export const APPLICANTS = ["seller", "deliverer"] as const
export type ApplicantRole = (typeof APPLICANTS)[number]
