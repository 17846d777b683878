/** Marking an order delivered needs a photo. The wording is ours, not the specification's. */
export const NO_PHOTO = "Choose a photo of the delivered order."
