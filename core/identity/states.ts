/** Whether an admin has let a seller or courier work on the platform. */
export const APPROVALS = ["waiting", "approved", "denied"] as const
export type Approval = (typeof APPROVALS)[number]

/** A seller's monthly subscription. A `past_due` seller still sells while the card processor retries the renewal. */
export const SUBSCRIPTIONS = ["none", "incomplete", "active", "past_due", "cancelled"] as const
export type SubscriptionStatus = (typeof SUBSCRIPTIONS)[number]

export const PAYOUT_SCHEDULES = ["weekly", "monthly"] as const
export type PayoutSchedule = (typeof PAYOUT_SCHEDULES)[number]
