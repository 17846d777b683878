/**
 * Says of a form that sent twice is as good as once: what it sets is set again, or its key is known. React sends it
 * until an answer comes (app/hydration/patient-fetch.ts).
 */
export const REPEATABLE_FIELD = "repeatable"
