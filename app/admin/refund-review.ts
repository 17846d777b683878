/** The parameter of the address under which a filled-in refund is reviewed, and its value. */
export const REVIEW = { name: "review", value: "yes" }
