import { expect, it } from "vitest"
import { providersMisbehave } from "#tests/faults/providers-misbehave.ts"

it("shows markets, products and past orders, takes no money that it cannot account for, and recovers by itself while every provider misbehaves at once", {
  tags: ["OPS-18"],
  timeout: 300_000,
}, async () => {
  const { faults, figures } = await providersMisbehave({ quick: true })
  expect(faults).toEqual([])
  expect(figures["orders at the end"]).toBe(7)
})
