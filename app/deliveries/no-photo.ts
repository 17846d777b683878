/** Section 5: marking delivered needs a photo; the original's wording is not known. */
export const NO_PHOTO = "Choose a photo of the delivered order."
