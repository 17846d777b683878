/** The query parameter that requests the review of a filled-in refund, and its value. */
export const REVIEW = { name: "review", value: "yes" }
