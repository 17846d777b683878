/** The roles that an admin approves or denies. */
export const APPLICANTS = ["seller", "deliverer"] as const
export type ApplicantRole = (typeof APPLICANTS)[number]

/** How long an applicant waits for our team; docs/operations.md says who must meet it. */
export const REVIEW_TIME = "Most people hear from us within two days."

/** Explains to the person that their approval has ended. They have no open orders at that time. */
export const ENDED_TEXTS: Record<ApplicantRole, string> = {
  seller:
    "Customers can no longer find your market or order from it, and your subscription ends. You have no open orders. What you have earned stays yours: you can have it paid out as before.",
  deliverer:
    "You can no longer take deliveries, and you have none in hand. What you have earned stays yours: you can have it paid out as before.",
}
