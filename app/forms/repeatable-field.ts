/**
 * Marks a form that is safe to send twice: it sets the same value again, or its key is known. It is retried until a
 * response comes (app/hydration/lost-network.ts).
 */
export const REPEATABLE_FIELD = "repeatable"
