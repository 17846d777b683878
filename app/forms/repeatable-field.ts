/**
 * Says of a form that sent twice is as good as once: what it sets is set again, or its key is known. It is sent
 * until an answer comes (app/hydration/lost-network.ts).
 */
export const REPEATABLE_FIELD = "repeatable"
