import { createHash } from "node:crypto"
import { parseArgs } from "node:util"
import { type ListedFault, nameOf } from "./planted-fault.ts"

export interface Choice {
  /** Only faults with this word in their name or in one of their paths. */
  only?: string
  /** Number of faults to choose at random. The same seed chooses the same ones. */
  sample?: number
  seed?: string
}

/** Parses `--only WORD`, `--sample N` and `--seed TEXT`. Throws for any other argument. */
export function readChoice(args: string[]): Choice {
  const text = { type: "string" } as const
  const { values } = parseArgs({ args, options: { only: text, sample: text, seed: text } })
  const { only, sample, seed } = values
  const count = sample === undefined ? undefined : Number(sample)
  if (count !== undefined && !(Number.isSafeInteger(count) && count > 0))
    throw new Error(`--sample needs a whole number of faults, not "${sample}".`)
  if (seed !== undefined && count === undefined) throw new Error("--seed needs --sample beside it.")
  return { ...(only ? { only } : {}), ...(count ? { sample: count } : {}), ...(seed ? { seed } : {}) }
}

/** Returns the chosen faults in the order of the list. */
export function chooseFaults(faults: readonly ListedFault[], choice: Choice): ListedFault[] {
  const word = choice.only?.toLowerCase() ?? ""
  const matching = faults.filter((fault) =>
    [nameOf(fault), fault.file, fault.test.file].some((text) => text.toLowerCase().includes(word)),
  )
  if (choice.sample === undefined) return matching
  const drawn = matching.toSorted((a, b) => (lotOf(a, choice.seed) < lotOf(b, choice.seed) ? -1 : 1))
  const chosen = new Set(drawn.slice(0, choice.sample))
  return matching.filter((fault) => chosen.has(fault))
}

const lotOf = (fault: ListedFault, seed = "") =>
  createHash("sha256")
    .update(`${seed}\n${nameOf(fault)}`)
    .digest("hex")
