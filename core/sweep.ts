import type { SystemContext } from "./context.ts"

/** What is done by the clock. `name` is that of the stored scheduler: another name is another sweep. */
export type Sweep<Name extends string = string> = {
  readonly name: Name
  readonly everyMs: number
  readonly run: (ctx: SystemContext) => Promise<unknown>
}

/**
 * A command that runs every `everyMs` milliseconds. It finds its work in the database, so that the next run makes up for one
 * that was missed. Export it beside the command, and list it in workers/sweeps.ts.
 */
export const defineSweep = <const Name extends string>(
  name: Name,
  everyMs: number,
  run: Sweep["run"],
): Sweep<Name> => ({ name, everyMs, run })
