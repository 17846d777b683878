import type { SystemContext } from "./context.ts"

/** A command that runs on a schedule. `name` is that of the stored scheduler: another name is another sweep. */
export type Sweep<Name extends string = string> = {
  readonly name: Name
  readonly everyMs: number
  readonly run: (ctx: SystemContext) => Promise<unknown>
}

/**
 * Defines a sweep that runs every `everyMs` milliseconds. It must find its work in the database, so that the next run
 * makes up for a missed one. Export it next to the command, and list it in workers/sweeps.ts.
 */
export const defineSweep = <const Name extends string>(
  name: Name,
  everyMs: number,
  run: Sweep["run"],
): Sweep<Name> => ({ name, everyMs, run })
