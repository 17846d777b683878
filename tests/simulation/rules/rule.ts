import type { Town } from "../town.ts"

/** What must be so. Answers what is not: a sentence each. */
export type Rule = (town: Town) => Promise<string[]>
