import { describe, expect, it } from "vitest"
import { MAX_UNITS_AT_ONCE } from "#core/cart/cart-limits.ts"
import { CATEGORIES, categoryMenu, isApparel } from "./categories.ts"
import { dayProblem, HOUR_CHOICES, hoursText, hoursTextField, parseHoursText } from "./hours.ts"
import { stockNote, stockShortage, WIZARD_QUANTITIES } from "./product.ts"
import { isSectionOf, SECTIONS, sectionsOf } from "./sections.ts"
import { AGES, DRESS_SIZES, GENDERS, SHOE_SIZES, sizesFor } from "./sizes.ts"

describe("categories", () => {
  it("are the specification's 13, in its order", { tags: ["CATALOG-1"] }, () => {
    expect(CATEGORIES.join(", ")).toBe(
      "Vegetables, Fruits, Meat, Rice, Beans, Clothing, Shoes, Juices, Dairy, Frozen Food, Office Supplies, Cookies, Ice Cream",
    )
  })

  it("treat only Clothing and Shoes as apparel", { tags: ["CATALOG-2"] }, () => {
    expect(CATEGORIES.filter(isApparel)).toEqual(["Clothing", "Shoes"])
  })

  it("list a market's own categories in the fixed order, and all of them while it has none", {
    tags: ["MARKET-2"],
  }, () => {
    expect(categoryMenu(["Shoes", "Fruits", "Fruits"])).toEqual(["Fruits", "Shoes"])
    expect(categoryMenu([])).toEqual(CATEGORIES)
  })
})

describe("sections", () => {
  it("hold the specification's lists letter for letter", { tags: ["CATALOG-3"] }, () => {
    expect(SECTIONS.Meat).toEqual(["Chicken", "Meat", "eggs"])
    expect(SECTIONS.Juices).toEqual(["sports drinks", "fruit drinks", "tea drinks"])
    expect(SECTIONS["Ice Cream"]).toEqual(["bars", "tub", "sandwiches", "popsicle"])
    expect(SECTIONS.Shoes.join(", ")).toBe(
      "Sports Shoes, Dressing Shoes, Nike, Adidas, Vans, Working Shoes, Steel Toe Shoes, Bowling Shoes",
    )
    expect(SECTIONS["Frozen Food"].join(", ")).toBe("Breakfast, Lunch, Dinner, Dessert, Vegetables, Fruits")
  })

  it("leave no category empty and list nothing twice", { tags: ["CATALOG-4"] }, () => {
    for (const category of CATEGORIES) {
      const sections = sectionsOf(category)
      expect(sections.length, category).toBeGreaterThanOrEqual(3)
      expect(new Set(sections).size, category).toBe(sections.length)
    }
  })

  it("belong to their own category only", { tags: ["CATALOG-4"] }, () => {
    expect(isSectionOf("Dairy", "Milk")).toBe(true)
    expect(isSectionOf("Meat", "Milk")).toBe(false)
    expect(sectionsOf("Toys")).toEqual([])
    expect(sectionsOf("constructor")).toEqual([])
  })
})

describe("sizes", () => {
  it("run men's pants from 28W x 30L to 66W x 38L", { tags: ["CATALOG-6"] }, () => {
    const sizes = sizesFor("Clothing", "Pants", "Male", "Mens")
    expect(sizes.at(0)).toBe("28W x 30L")
    expect(sizes.at(-1)).toBe("66W x 38L")
    expect(new Set(sizes).size).toBe(sizes.length)
  })

  it("give men's shirts S to 5XL, women's pants even 2 to 28, dresses XS to 3XL", {
    tags: ["CATALOG-7"],
  }, () => {
    const shirts = ["S", "M", "L", "XL", "2XL", "3XL", "4XL", "5XL"]
    expect(sizesFor("Clothing", "Shirt", "Male", "Mens")).toEqual(shirts)
    expect(sizesFor("Clothing", "Button Shirt", "Male", "Teens")).toEqual(shirts)
    expect(sizesFor("Clothing", "Pants", "Female", "Womens").join()).toBe(
      "2,4,6,8,10,12,14,16,18,20,22,24,26,28",
    )
    expect(sizesFor("Clothing", "Dress", "Female", "Womens")).toEqual(DRESS_SIZES)
    expect(DRESS_SIZES.join()).toBe("XS,S,M,L,XL,2XL,3XL")
  })

  it("give shoes 2 to 15 with halves, whoever wears them", { tags: ["CATALOG-8"] }, () => {
    expect(SHOE_SIZES).toHaveLength(27)
    expect(SHOE_SIZES.slice(0, 3)).toEqual(["2", "2.5", "3"])
    expect(sizesFor("Shoes", "Nike", "Female", "Kids")).toBe(SHOE_SIZES)
  })
})

describe("genders and ages", () => {
  it("are Male and Female, and Mens, Womens, Kids and Teens", { tags: ["CATALOG-5"] }, () => {
    expect(GENDERS).toEqual(["Male", "Female"])
    expect(AGES).toEqual(["Mens", "Womens", "Kids", "Teens"])
  })
})

describe("quantities", () => {
  it("are 1 to 70 in the wizard, with no gap and no repeat, and up to 50 in the shop", {
    tags: ["PROD-6", "CATALOG-9"],
  }, () => {
    expect(WIZARD_QUANTITIES).toEqual(Array.from({ length: 70 }, (_, index) => index + 1))
    expect(MAX_UNITS_AT_ONCE).toBe(50)
  })
})

describe("stock notes", () => {
  it("say how few are left from 1 to 5, sold out at 0, and nothing from 6", { tags: ["PROD-4"] }, () => {
    expect([0, 1, 5, 6].map(stockNote)).toEqual(["Sold Out", "Only 1 are left", "Only 5 are left", null])
  })

  it("answer a quantity above the stock in the specification's words", { tags: ["PROD-8"] }, () => {
    expect(stockShortage(5, 5)).toBeNull()
    expect(stockShortage(6, 5)).toBe("there are only 5 left")
    expect(stockShortage(7, 6)).toBe(
      "there is not enough inventory please choose a different number for quantity",
    )
  })
})

describe("hours", () => {
  it("offer every hour but 2am, and Closed", { tags: ["CATALOG-10"] }, () => {
    expect(HOUR_CHOICES).toHaveLength(24)
    expect(HOUR_CHOICES).not.toContain("2am")
    expect(HOUR_CHOICES.slice(0, 3)).toEqual(["Closed", "1am", "3am"])
    expect(HOUR_CHOICES.at(-1)).toBe("12am")
  })

  it("read as open-close, or Closed when either end is", { tags: ["REG-10"] }, () => {
    expect(hoursText("8am", "7pm")).toBe("8am-7pm")
    expect(hoursText("8am", "Closed")).toBe("Closed")
  })

  it("come back from their text as the same choices", { tags: ["REG-10"] }, () => {
    for (const open of HOUR_CHOICES) {
      for (const close of HOUR_CHOICES) {
        if (dayProblem(open, close)) continue
        const text = hoursText(open, close)
        const parsed = parseHoursText(text)
        expect(parsed && hoursText(parsed.open, parsed.close)).toBe(text)
        expect(hoursTextField.parse(text)).toBe(text)
      }
    }
  })

  it.each([
    ["8am", "7pm", null],
    ["3am", "11am", null],
    ["12am", "5am", null],
    ["8am", "12am", null],
    ["6pm", "3am", null],
    ["12pm", "11pm", null],
    ["Closed", "Closed", null],
    ["11am", "1am", null],
    ["5pm", "8am", null],
    ["8am", "3am", null],
    ["8am", "8am", "Choose a closing hour that differs from the opening hour."],
    ["Closed", "5pm", "Choose Closed for both, or an hour for both."],
    ["8am", "Closed", "Choose Closed for both, or an hour for both."],
  ] as const)("from %s to %s are judged", { tags: ["REG-24"] }, (open, close, problem) => {
    expect(dayProblem(open, close)).toBe(problem)
  })

  it.each([
    ["11am-1am", "11am-1am"],
    [" 8 AM – 7 p.m. ", "8am-7pm"],
    ["closed", "Closed"],
  ])("are read as people write them: %j", { tags: ["CATALOG-10"] }, (typed, text) => {
    expect(hoursTextField.parse(typed)).toBe(text)
  })

  it.each(["", "8am", "2am-5pm", "8am-8am", "8am-7pm-9pm", "8-7", "Closed-7pm"])(
    "reject %j",
    { tags: ["CATALOG-10"] },
    (text) => {
      expect(parseHoursText(text)).toBeNull()
      expect(hoursTextField.safeParse(text).success).toBe(false)
    },
  )
})
