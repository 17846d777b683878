import { expectTypeOf, it } from "vitest"
import type { checkoutMarkets, orders } from "./schema/index.ts"
import type { Whole } from "./whole-row.ts"

type MarketRow = typeof checkoutMarkets.$inferInsert
type Later = "id" | "taxTransactionId" | "taxReversalId"

it("a row that leaves out a column of its table does not compile", () => {
  expectTypeOf<Omit<Whole<MarketRow>, "note">>().not.toExtend<Whole<MarketRow>>()
  expectTypeOf<Omit<Whole<MarketRow, Later>, "note">>().not.toExtend<Whole<MarketRow, Later>>()
  // Drizzle's own row type accepts a row without the note.
  expectTypeOf<Omit<MarketRow, "note">>().toExtend<MarketRow>()
})

it("a row may leave what is written later, and undefined is a column's default", () => {
  expectTypeOf<Whole<MarketRow, Later>>().toExtend<MarketRow>()
  expectTypeOf<Omit<Whole<MarketRow>, Later>>().toExtend<Whole<MarketRow, Later>>()
  expectTypeOf<undefined>().toExtend<Whole<MarketRow>["note"]>()
  expectTypeOf<undefined>().not.toExtend<Whole<typeof orders.$inferInsert>["totalCents"]>()
})
