/** Marking delivered needs a photo. The words are ours. */
export const NO_PHOTO = "Choose a photo of the delivered order."
