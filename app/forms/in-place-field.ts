/** Says of a small form that the page stays as it is: it is not led anywhere, and shows what changed by itself. */
export const IN_PLACE_FIELD = "inPlace"
