/**
 * A start, or another program of the operator's, that cannot go on, in words for the person at the keyboard: what is
 * wrong, and what to do. No stack is shown.
 */
export class StartError extends Error {
  override name = "StartError"
}

const FOR_PEOPLE = ["StartError", "EnvError", "UnfitDatabaseError"]

/** True for the failures that are shown as a sentence instead of a stack. */
export function isForPeople(error: unknown): error is Error {
  return error instanceof Error && FOR_PEOPLE.includes(error.name)
}
