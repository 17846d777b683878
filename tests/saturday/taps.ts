import type { Locator } from "playwright"

/** Counts taps on a phone by step; typing into a field counts one. */
export function countTaps() {
  const taps = new Map<string, number>()
  const orders = new Map<string, number>()
  const add = (step: string) => void taps.set(step, (taps.get(step) ?? 0) + 1)
  return {
    async tap(step: string, target: Locator): Promise<void> {
      add(step)
      await target.click()
    },
    async type(step: string, field: Locator, text: string): Promise<void> {
      add(step)
      await field.fill(text)
    },
    async choose(step: string, field: Locator, value: string): Promise<void> {
      add(step)
      await field.selectOption(value)
    },
    /** Records that a step was done for one more order. */
    done: (step: string) => void orders.set(step, (orders.get(step) ?? 0) + 1),
    /** The average number of taps of an order, by step. */
    perOrder: (step: string): number => (taps.get(step) ?? 0) / (orders.get(step) ?? 1),
    rows: () => [...taps].map(([step, count]) => ({ step, taps: count, orders: orders.get(step) ?? 1 })),
  }
}

export type Taps = ReturnType<typeof countTaps>
