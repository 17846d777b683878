/** The ids of deleted accounts, stored outside of the database: a restored backup lacks the deletions made after it. */
export interface DeletionList {
  /** Stores the id durably before it returns. Storing it twice does no harm. */
  note(userId: string): Promise<void>
}
