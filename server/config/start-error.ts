/**
 * A start, or another of the operator's programs, that cannot continue. The message explains to the operator what is
 * wrong and how to fix it, and is shown without a stack.
 */
export class StartError extends Error {
  override name = "StartError"
}

const FOR_PEOPLE = ["StartError", "EnvError", "UnfitDatabaseError"]

/** Whether an error is shown as a sentence instead of a stack. */
export function isForPeople(error: unknown): error is Error {
  return error instanceof Error && FOR_PEOPLE.includes(error.name)
}
