import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CATEGORIES, type Category } from "../catalog/categories.ts"
import { type Cents, cents, ZERO } from "../money.ts"
import { STATE_CODES, type StateCode } from "../places/states.ts"
import { salesTax, type TaxableLine } from "./sales-tax.ts"
import { SALES_TAX_TABLE } from "./sales-tax-table.ts"

const line = (category: Category, unit: number, quantity = 1): TaxableLine => ({
  category,
  unitPriceCents: cents(unit),
  quantity,
})
const taxOf = (state: StateCode, ...lines: TaxableLine[]): Cents =>
  salesTax({ state, lines, deliveryCents: ZERO }).totalTaxCents

describe("general goods", () => {
  it.each([
    ["CA", 725],
    ["NY", 400],
    ["TX", 625],
    ["MN", 688], // 6.875% of $100 is $6.875: half a cent goes up
    ["TN", 700],
    ["UT", 610],
    ["VA", 530],
    ["LA", 500],
    ["SD", 420],
  ] as const)("of $100 in %s carry %d cents", { tags: ["MONEY-5"] }, (state, tax) => {
    expect(taxOf(state, line("Office Supplies", 10_000))).toBe(tax)
  })

  it("carry none in the five states without a state sales tax", { tags: ["MONEY-5"] }, () => {
    const free = STATE_CODES.filter((state) => taxOf(state, line("Office Supplies", 10_000)) === 0)
    expect(free).toEqual(["AK", "DE", "MT", "NH", "OR"])
  })
})

describe("food", () => {
  it("is taxed by nine states, each at its own rate", { tags: ["MONEY-6"] }, () => {
    const rates = STATE_CODES.map((state) => [state, taxOf(state, line("Fruits", 100_000)) / 1000])
    expect(Object.fromEntries(rates.filter(([, rate]) => rate !== 0))).toEqual({
      AL: 2,
      HI: 4,
      ID: 6,
      MS: 5,
      MO: 1.225,
      SD: 4.2,
      TN: 4,
      UT: 3,
      VA: 1,
    })
  })

  it("is every category but clothing, shoes and office supplies", { tags: ["MONEY-6"] }, () => {
    const general = CATEGORIES.filter((category) => taxOf("CA", line(category, 10_000)) > 0)
    expect(general).toEqual(["Clothing", "Shoes", "Office Supplies"])
  })
})

describe("clothing and shoes", () => {
  it("are exempt in Minnesota, New Jersey, Pennsylvania and Vermont, whatever they cost", {
    tags: ["MONEY-7"],
  }, () => {
    const exempt = STATE_CODES.filter(
      (state) => SALES_TAX_TABLE[state].rate > 0 && taxOf(state, line("Shoes", 99_900)) === 0,
    )
    expect(exempt).toEqual(["MN", "NJ", "PA", "VT"])
  })

  it("are taxed in New York from $110 an article, however many are bought", { tags: ["MONEY-7"] }, () => {
    expect(taxOf("NY", line("Clothing", 10_999, 3))).toBe(0)
    expect(taxOf("NY", line("Clothing", 11_000))).toBe(440)
  })

  it("are taxed in Massachusetts above $175 and in Rhode Island above $250 an article", {
    tags: ["MONEY-7"],
  }, () => {
    expect(taxOf("MA", line("Clothing", 17_500, 2))).toBe(0)
    expect(taxOf("MA", line("Clothing", 20_000, 2))).toBe(313) // 6.25% of 2 × $25
    expect(taxOf("RI", line("Shoes", 26_000))).toBe(70)
  })
})

describe("delivery fee", () => {
  const fee = cents(1000)
  const deliveryTax = (state: StateCode, ...lines: TaxableLine[]) =>
    salesTax({ state, lines, deliveryCents: fee }).deliveryTaxCents

  it("is taxed in Texas and not in California", { tags: ["MONEY-8"] }, () => {
    expect(deliveryTax("TX", line("Office Supplies", 2000))).toBe(63)
    expect(deliveryTax("CA", line("Office Supplies", 2000))).toBe(0)
  })

  it("is free where the goods are, and taxed in proportion in a mixed basket", { tags: ["MONEY-8"] }, () => {
    expect(deliveryTax("TX", line("Fruits", 2000))).toBe(0)
    expect(deliveryTax("PA", line("Shoes", 2000))).toBe(0)
    expect(deliveryTax("TX", line("Fruits", 1500), line("Office Supplies", 500))).toBe(16) // 6.25% of $2.50
    expect(deliveryTax("TN", line("Fruits", 1000), line("Office Supplies", 1000))).toBe(20 + 35)
  })
})

describe("any basket", () => {
  const anyLine = fc.record({
    category: fc.constantFrom(...CATEGORIES),
    unitPriceCents: fc.integer({ min: 10, max: 50_000 }).map(cents),
    quantity: fc.integer({ min: 1, max: 50 }),
  })

  it("adds up: the total is the lines' taxes and the delivery's, none negative, none above the general rate", {
    tags: ["MONEY-9"],
  }, () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STATE_CODES),
        fc.array(anyLine, { maxLength: 8 }),
        fc.integer({ min: 0, max: 2124 }).map(cents),
        (state, lines, deliveryCents) => {
          const tax = salesTax({ state, lines, deliveryCents })
          const sum = tax.lineTaxCents.reduce((total, it) => total + it, 0) + tax.deliveryTaxCents
          const isSane = tax.lineTaxCents.every((it, index) => {
            const { unitPriceCents, quantity } = lines[index] ?? { unitPriceCents: 0, quantity: 0 }
            return it >= 0 && it <= unitPriceCents * quantity * SALES_TAX_TABLE[state].rate + 0.5001
          })
          const maxDelivery = deliveryCents * SALES_TAX_TABLE[state].rate + 0.5001 * lines.length
          return sum === tax.totalTaxCents && isSane && tax.deliveryTaxCents <= maxDelivery
        },
      ),
    )
  })

  it("of nothing carries nothing", { tags: ["MONEY-9"] }, () => {
    expect(salesTax({ state: "TX", lines: [], deliveryCents: cents(399) }).totalTaxCents).toBe(0)
  })
})
