import type { Town } from "../town.ts"

/** A condition that must hold. Returns one sentence for each violation. */
export type Rule = (town: Town) => Promise<string[]>
