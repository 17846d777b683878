/** Who left, written down outside of the database: a restored backup does not know of those who left after it. */
export interface DeletionList {
  /** Writes the id down for good before it returns. Writing it twice does no harm. */
  note(userId: string): Promise<void>
}
