/** What stands where a name stood: lists and receipts of others stay readable. */
export const DELETED_NAME = { firstName: "Deleted", lastName: "account" } as const

/** An address that nothing is ever sent to (RFC 2606), so that the real one can register again. */
export const deletedEmail = (userId: string): string => `${userId}@deleted.invalid`
