/** What the journeys need of a window, whichever engine draws it. */
export interface DrivenWindow {
  goto(path: string): Promise<unknown>
  /** Runs in the page; what it uses has to be in its arguments. */
  evaluate<A extends unknown[], R>(run: (...args: A) => R, ...args: A): Promise<R>
  click(selector: string): Promise<void>
  /** Types into a field; into one for files, the path of a file. */
  type(selector: string, text: string): Promise<void>
  /** Chooses an option of a select by its value. */
  choose(selector: string, value: string): Promise<void>
}
