/**
 * Whether a requirement is the provider's own rejection of the account ("rejected.fraud"), which the seller or courier
 * cannot fix by entering anything. It is listed among the requirements, so that the rejected person sees it there.
 */
export const isRejection = (requirement: string): boolean => requirement.startsWith("rejected.")

const REASONS: Record<string, string> = {
  "rejected.fraud": "it suspects fraud",
  "rejected.terms_of_service": "what is sold is against its terms of service",
  "rejected.listed": "it is on a list of people whom it may not pay",
}

/** Why the provider rejected an account, worded to follow "because"; null if it gives no reason. */
export const rejectionReason = (requirement: string): string | null => REASONS[requirement] ?? null
