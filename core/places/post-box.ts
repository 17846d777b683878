/** "P.O. Box 12", "PO BOX #12", "P O Box A4", "POB 12", "Post Office Box 12", "Box 12", without a street before it. */
const POST_BOX =
  /^[^\p{L}\p{N}]*(?:(?:p[.\s]*o[.\s]*)?b(?:ox|x)|p[.\s]*o[.\s]*b|post\s+office\s+box)[.\s]*#?\s*\w*\d/iu

export const POST_BOX_MESSAGE = "A courier can't deliver to a P.O. box. Enter the street."

/** Whether the first line of an address is a post office box, to which nobody can deliver by hand. */
export const isPostBox = (address: string): boolean => POST_BOX.test(address)
