/** What chance decides. Thrown again from the seed for each step, so that no step depends on how often others threw. */
export type Dice = {
  /** From 0 up to, but not, 1. */
  next(): number
  chance(probability: number): boolean
  /** Whole numbers, both ends included. */
  between(least: number, most: number): number
  /** Throws where there is nothing to pick from. */
  pick<T>(items: readonly T[]): T
  /** Picks one of a list, or null from an empty one. */
  pickIfAny<T>(items: readonly T[]): T | null
}

/** Mulberry32, started from a hash of the seed and the step. */
export function diceOf(seed: number, step: number, purpose = ""): Dice {
  let state = Number(Bun.hash(`${seed} ${step} ${purpose}`) & 0xffff_ffffn)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  function pick<T>(items: readonly T[]): T {
    const item = items[between(0, items.length - 1)]
    if (item === undefined) throw new Error("There is nothing to pick from.")
    return item
  }
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick,
    pickIfAny: (items) => (items.length > 0 ? pick(items) : null),
  }
}

/** One of the given by their weights. */
export function pickByWeight<T extends { readonly weight: number }>(dice: Dice, items: readonly T[]): T {
  let rest = dice.next() * items.reduce((sum, { weight }) => sum + weight, 0)
  for (const item of items) {
    rest -= item.weight
    if (rest < 0) return item
  }
  return dice.pick(items)
}
