/** Something that must never be. It ends the run. */
export class Violation extends Error {
  override readonly name = "Violation"
}
