import { describe, expect, it } from "vitest"
import {
  byProduct,
  checkOffOf,
  labelsOf,
  type PickLine,
  type PickOrder,
  pickCountText,
  pickedText,
  pickText,
  readPickSelection,
} from "./pick-list.ts"

const TOMATOES: PickLine = {
  id: "line-1",
  productId: "tomatoes",
  productName: "Heirloom tomatoes",
  size: "",
  unit: "lb",
  unitAmount: null,
  byWeight: false,
  category: "Vegetables",
  section: "Tomatoes",
  insteadOf: null,
  quantity: 2,
  isPicked: false,
  canReopen: false,
  isWaiting: false,
  imageContainer: null,
  imageName: null,
}
const GRANOLA: PickLine = {
  ...TOMATOES,
  productId: "granola",
  productName: "Granola",
  unit: "oz",
  unitAmount: 12,
  category: "Cookies",
  section: "Oat",
}
const KALE: PickLine = { ...TOMATOES, productId: "kale", productName: "Curly kale", section: "Kale" }
const BOOTS: PickLine = {
  ...TOMATOES,
  productId: "boots",
  productName: "Barn boots",
  unit: null,
  size: "9",
  category: "Shoes",
  section: "Boots",
}

let made = 0
function order(facts: Partial<PickOrder> & { lines: PickLine[] }): PickOrder {
  made++
  const lines = facts.lines.map((line, index) => ({ ...line, id: `${made}-${index}` }))
  return {
    id: `order-${made}`,
    number: 100_000 + made,
    fulfilment: "pickup",
    firstName: "Nora",
    customerName: "Nora Parks",
    zip: null,
    due: "Sat, Nov 28, 10–11 am",
    dueTime: "10–11 am",
    bags: 1,
    isReady: false,
    note: null,
    replacement: null,
    ...facts,
    lines,
  }
}

describe("a pick list by product", { tags: ["SALE-61"] }, () => {
  it("adds up each product, size and unit, and names for whom, in the order of orders", () => {
    const nora = order({ lines: [TOMATOES, BOOTS] })
    const marcus = order({ firstName: "Marcus", lines: [{ ...TOMATOES, quantity: 47 }] })
    const [vegetables, shoes] = byProduct([nora, marcus])
    expect(vegetables?.products).toMatchObject([
      {
        productName: "Heirloom tomatoes",
        total: 49,
        picked: 0,
        takers: [
          { firstName: "Nora", number: nora.number, quantity: 2, dueTime: "10–11 am" },
          { firstName: "Marcus", number: marcus.number, quantity: 47 },
        ],
      },
    ])
    expect(shoes?.products).toMatchObject([{ productName: "Barn boots", size: "9", total: 2 }])
    expect(pickCountText([nora, marcus])).toBe("2 orders, 3 lines, 2 products")
  })

  it("keeps apart another size, and a product whose unit was changed between two orders", () => {
    const lines = [BOOTS, { ...BOOTS, size: "10" }, TOMATOES, { ...TOMATOES, unit: "each" as const }]
    const products = byProduct([order({ lines })]).flatMap((category) => category.products)
    expect(products.map(({ size, unit, total }) => [size, unit, total])).toEqual([
      ["", "lb", 2],
      ["", "each", 2],
      ["10", null, 2],
      ["9", null, 2],
    ])
  })

  it("sorts categories as every menu does, and products by section", () => {
    const other = { ...KALE, productId: "other", category: "Of an older version" }
    const categories = byProduct([order({ lines: [other, GRANOLA, TOMATOES, KALE] })])
    expect(
      categories.map(({ category, products }) => [category, products.map(({ section }) => section)]),
    ).toEqual([
      ["Vegetables", ["Kale", "Tomatoes"]],
      ["Cookies", ["Oat"]],
      ["Of an older version", ["Kale"]],
    ])
  })

  it("counts what is picked", () => {
    const picked = { ...TOMATOES, isPicked: true }
    const orders = [order({ lines: [TOMATOES] }), order({ lines: [picked, KALE] })]
    const [product] = byProduct(orders)[0]!.products.slice(1)
    expect(product).toMatchObject({ total: 4, picked: 2 })
    expect(pickedText(orders)).toBe("1 of 3 lines picked")
  })

  it("checks off what is open, neither to be weighed nor waiting for an answer, then opens what was packed as ordered", () => {
    const open = { ...TOMATOES, id: "open" }
    const weighed = { ...TOMATOES, id: "weighed", byWeight: true }
    const waiting = { ...TOMATOES, id: "waiting", isWaiting: true }
    const whole = { ...TOMATOES, id: "whole", isPicked: true, canReopen: true }
    const fewer = { ...TOMATOES, id: "fewer", isPicked: true }
    expect(checkOffOf([open, weighed, waiting, whole])).toEqual({
      open: ["open"],
      done: ["whole"],
      isDone: false,
    })
    expect(checkOffOf([whole, fewer])).toEqual({ open: [], done: ["whole"], isDone: true })
  })
})

it("writes a line with its unit", { tags: ["SALE-61"] }, () => {
  const named = { ...GRANOLA, productName: "Granola, 12 oz", quantity: 2 }
  expect([TOMATOES, { ...GRANOLA, quantity: 3 }, named, { ...BOOTS, quantity: 1 }].map(pickText)).toEqual([
    "2 lb Heirloom tomatoes",
    "3 × 12 oz Granola",
    "2 × 12 oz Granola",
    "1 Barn boots, size 9",
  ])
})

it("makes a label for each bag of an order with something left to give", { tags: ["SALE-63"] }, () => {
  const [full, empty] = [order({ bags: 2, lines: [TOMATOES] }), order({ lines: [] })]
  expect(labelsOf([full, empty])).toMatchObject([
    { number: full.number, bag: 1, bags: 2 },
    { number: full.number, bag: 2, bags: 2 },
  ])
})

describe("the address of a pick list", { tags: ["SALE-61"] }, () => {
  const read = (search: string) => readPickSelection(new URLSearchParams(search))

  it("has a day, a window, or order numbers", () => {
    const window = new Date("2026-11-28T15:00:00.000Z")
    expect(read("")).toEqual({ day: null, window: null, numbers: [], problems: [] })
    expect(read("day=2026-11-28&window=asap")).toMatchObject({ day: "2026-11-28", window: "asap" })
    expect(read(`window=${window.toISOString()}`)).toMatchObject({ day: null, window })
    expect(read("orders=100001,100002&orders=100002").numbers).toEqual([100001, 100002])
  })

  it("is read as far as it can be, with a sentence for the rest", () => {
    expect(read("day=tomorrow&window=later&orders=100001,x")).toEqual({
      day: null,
      window: null,
      numbers: [100001],
      problems: [
        "This link has a day that doesn't exist.",
        "This link has a time that doesn't exist.",
        "This link has an order number that isn't one.",
      ],
    })
  })
})
