import sharp from "sharp"
import { describe, expect, it } from "vitest"
import { CATEGORIES, isApparel } from "../../../core/catalog/categories.ts"
import { hoursTextField } from "../../../core/catalog/hours.ts"
import { unitPriceText } from "../../../core/catalog/product.ts"
import { isSectionOf } from "../../../core/catalog/sections.ts"
import { sizesFor } from "../../../core/catalog/sizes.ts"
import { phoneField } from "../../../core/identity/phone.ts"
import { cents } from "../../../core/money.ts"
import { distanceMiles } from "../../../core/places/distance.ts"
import { readZips, type ZipRow } from "../../../db/data/read-zips.ts"
import { CATALOGUE } from "./catalogue/catalogue.ts"
import { measureOf } from "./catalogue/measure.ts"
import { allImages, productsOf } from "./demo-catalogue.ts"
import { DEMO_MARKETS } from "./demo-markets.ts"
import { drawStall, imageKey, imageOf, renderImage } from "./draw-image.ts"
import { OWN_DRAWINGS } from "./own-drawings.ts"
import { SATURDAY_MARKET } from "./saturday-market.ts"

const MARKETS = [...DEMO_MARKETS, SATURDAY_MARKET]

describe("the catalogue", { tags: ["DEMO-2"] }, () => {
  it("has products in every category, under sections that exist, and no name twice in one", () => {
    for (const category of CATEGORIES) {
      const own = CATALOGUE.filter((item) => item.category === category)
      expect(own.length, category).toBeGreaterThanOrEqual(10)
      expect(new Set(own.map((item) => item.name)).size, category).toBe(own.length)
    }
    expect(CATALOGUE.filter((item) => !isSectionOf(item.category, item.section))).toEqual([])
  })

  it("fills every section of Clothing and Shoes", () => {
    const sections = new Set(CATALOGUE.filter((item) => item.wearer).map((item) => item.section))
    expect(sections.size).toBe(4 + 8)
  })

  it("has a drawing for every product, on a picture that can be uploaded", async () => {
    const images = new Map(allImages().map((image) => [imageKey(image), image]))
    for (const image of images.values()) await renderImage(image, 16)
    const [first] = images.values()
    if (!first) throw new Error("no picture")
    const bytes = await renderImage(first)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 1200, height: 1200 })
    expect(bytes.length).toBeLessThan(200_000)
  })

  it("draws things as what they are, not as their nearest emoji", { tags: ["DEMO-87"] }, () => {
    const drawingsOf = (section: string) =>
      CATALOGUE.filter((item) => item.section === section).map(({ drawing }) => drawing)
    for (const kinds of [
      ["Cheese", "Cream"],
      ["Peas", "Green Beans"],
      ["Black Beans", "Chickpeas", "Lentils", "Split Peas", "Red Beans", "Black-Eyed Peas", "Navy Beans"],
      [
        "Shortbread",
        "Cream",
        "Wafers",
        "Fortune Cookies",
        "Animal Crackers",
        "Biscotti",
        "Macarons",
        "Fig Bars",
      ],
      ["Grapes", "Raspberries", "Strawberries", "Plums", "Cherries"],
    ]) {
      const all = kinds.flatMap(drawingsOf)
      expect(all.length).toBeGreaterThan(kinds.length - 1)
      expect(all.filter((drawing, at) => all.indexOf(drawing) !== at)).toEqual([])
    }
  })

  it("tells the parts of its own drawings apart, which stand together on a stall", {
    tags: ["DEMO-87"],
  }, () => {
    const ids = Object.values(OWN_DRAWINGS).flatMap((body) =>
      [...body.matchAll(/id="(.+?)"/g)].map(([, id]) => id),
    )
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    const sold = CATALOGUE.map(({ drawing }) => drawing)
    expect(Object.keys(OWN_DRAWINGS).filter((name) => !sold.includes(name))).toEqual([])
  })

  it("has nothing behind its drawings and stalls, which the page tints by day and by night", async () => {
    const tomato = { drawing: "tomato", hue: 8 }
    const alone = await renderImage(imageOf(tomato), 64)
    for (const picture of [alone, drawStall([imageOf(tomato), imageOf(tomato), imageOf(tomato)])]) {
      const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      // At the left edge, halfway down: next to the product, and between awning and counter.
      const left = info.width * Math.floor(info.height / 2) * info.channels
      expect(data[left + 3]).toBe(0)
    }
  })

  it("shows several pictures of produce, meat and clothes, each of them another one", () => {
    const stock = DEMO_MARKETS.flatMap(productsOf)
    const keys = stock.map(({ images }) => images.map(imageKey))
    expect(keys.filter((one) => one.length > 1).length).toBeGreaterThan(stock.length / 4)
    for (const one of keys) expect(new Set(one).size).toBe(one.length)
  })

  it("says what a price is for, as the name says it", { tags: ["DEMO-2"] }, () => {
    const priceOf = (name: string, category = "Vegetables" as const) => {
      const { unit, unitAmount } = measureOf({ category, name })
      return unitPriceText(cents(600), unit, unitAmount)
    }
    expect(priceOf("Roma Tomatoes, 2 lb")).toBe("$3.00 / lb")
    expect(priceOf("Curly Kale, bunch")).toBe("$6.00 / bunch")
    expect(priceOf("Large Brown Eggs, dozen")).toBe("$0.50 each")
    expect(priceOf("Kiwis, pack of 6")).toBe("$1.00 each")
    expect(priceOf("Apple Cider, half gallon")).toBe("$12.00 / gallon")
    expect(priceOf("Red Chiles, jar")).toBeNull()
    expect(measureOf({ category: "Juices", name: "Orange Juice, 32 oz" })).toEqual({
      unit: "fl oz",
      unitAmount: 32,
    })
    const food = DEMO_MARKETS.flatMap(productsOf).filter(({ category }) => category === "Vegetables")
    expect(food.filter(({ unit }) => unit).length).toBeGreaterThan(food.length * 0.8)
  })
})

describe("demo markets", () => {
  it("are at places whose zip, state and position agree, with fictional numbers and real hours", {
    tags: ["DEMO-3"],
  }, async () => {
    const zips = new Map<string, ZipRow>()
    for await (const row of readZips()) zips.set(row.zip, row)
    for (const market of MARKETS) {
      const zip = zips.get(market.zip)
      if (!zip) throw new Error(`${market.name}: no zip ${market.zip}`)
      expect(zip.state, market.name).toBe(market.state)
      expect(distanceMiles(zip, market), market.name).toBeLessThan(4)
      expect(phoneField.parse(market.phone)).toMatch(/-555-01\d\d$/)
      for (const hours of [market.weekdayHours, market.saturdayHours, market.sundayHours]) {
        expect(hoursTextField.parse(hours)).toBe(hours)
      }
    }
  })

  it("are told apart by name, phone and owner", { tags: ["DEMO-3"] }, () => {
    for (const key of ["name", "phone"] as const) {
      expect(new Set(MARKETS.map((market) => market[key])).size).toBe(MARKETS.length)
    }
    const owners = new Set(MARKETS.map((market) => `${market.firstName} ${market.lastName}`))
    expect(owners.size).toBe(MARKETS.length)
  })

  it("are a page and more around 10001, and eight inside the Baltimore road map", {
    tags: ["DEMO-3"],
  }, () => {
    const newYork = { lat: 40.7507, lng: -73.9973 }
    const near = DEMO_MARKETS.filter((market) => distanceMiles(newYork, market) <= 25)
    expect(near.length).toBeGreaterThanOrEqual(12)
    const mapped = DEMO_MARKETS.filter(
      ({ lat, lng }) => lat > 39.26 && lat < 39.31 && lng > -76.61 && lng < -76.53,
    )
    expect(mapped.length).toBe(8)
  })

  it("sell some hundreds of products, the demo seller's in every category", { tags: ["DEMO-2"] }, () => {
    const stock = DEMO_MARKETS.map(productsOf)
    expect(stock.flat().length).toBeGreaterThan(500)
    expect(new Set(stock[0]?.map((product) => product.category)).size).toBe(CATEGORIES.length)
    for (const product of stock.flat()) {
      expect(isApparel(product.category)).toBe(product.gender !== null)
      expect(product.variants.length > 0 && product.variants.every((it) => it.priceCents >= 10)).toBe(true)
      if (!isApparel(product.category) || !product.gender || !product.age) continue
      const allowed = sizesFor(product.category, product.section, product.gender, product.age)
      expect(product.variants.filter((it) => !allowed.includes(it.size))).toEqual([])
    }
    const stocks = stock.flat().flatMap((product) => product.variants.map((it) => it.stock))
    expect(stocks.some((it) => it === 0) && stocks.some((it) => it > 0 && it < 6)).toBe(true)
  })

  it("sell the same at every start", { tags: ["DEMO-3"] }, () => {
    const [market] = DEMO_MARKETS
    if (!market) throw new Error("no market")
    expect(productsOf(market)).toEqual(productsOf({ ...market }))
  })
})
