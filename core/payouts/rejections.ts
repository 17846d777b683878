/**
 * Whether what the provider holds against an account is its own rejection ("rejected.fraud"), which nothing that the
 * seller or courier could enter changes. It stands among the requirements, so that a rejected person reads it where
 * they are.
 */
export const isRejection = (requirement: string): boolean => requirement.startsWith("rejected.")

const REASONS: Record<string, string> = {
  "rejected.fraud": "it suspects fraud",
  "rejected.terms_of_service": "what is sold is against its terms of service",
  "rejected.listed": "it is on a list of people whom it may not pay",
}

/** Why the provider rejects an account, to follow "because"; null where it does not say. */
export const rejectionReason = (requirement: string): string | null => REASONS[requirement] ?? null
