/** The window's functions that the journeys need, in any engine. */
export interface DrivenWindow {
  goto(path: string): Promise<unknown>
  /** Runs a function in the page; everything it uses must be passed as an argument. */
  evaluate<A extends unknown[], R>(run: (...args: A) => R, ...args: A): Promise<R>
  click(selector: string): Promise<void>
  /** Types into a field; for a file field, the text is the path of a file. */
  type(selector: string, text: string): Promise<void>
  /** Chooses an option of a select by its value. */
  choose(selector: string, value: string): Promise<void>
}
