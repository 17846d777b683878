/** Random decisions. Seeded again for each step, so that no step depends on the number of draws in others. */
export type Dice = {
  /** A number from 0 up to, but not including, 1. */
  next(): number
  chance(probability: number): boolean
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  /** Throws when the list is empty. */
  pick<T>(items: readonly T[]): T
  /** Picks an item of the list, or null when it is empty. */
  pickIfAny<T>(items: readonly T[]): T | null
}

/** Mulberry32, seeded with a hash of the seed and the step. */
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

/** Picks an item at random by the items' weights. */
export function pickByWeight<T extends { readonly weight: number }>(dice: Dice, items: readonly T[]): T {
  let rest = dice.next() * items.reduce((sum, { weight }) => sum + weight, 0)
  for (const item of items) {
    rest -= item.weight
    if (rest < 0) return item
  }
  return dice.pick(items)
}
