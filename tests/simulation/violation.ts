/** Thrown when a rule is broken. It ends the run. */
export class Violation extends Error {
  override readonly name = "Violation"
}
