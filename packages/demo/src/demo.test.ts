import sharp from "sharp"
import { describe, expect, it } from "vitest"
import { CATEGORIES, isApparel } from "../../../core/catalog/categories.ts"
import { hoursTextField } from "../../../core/catalog/hours.ts"
import { isSectionOf } from "../../../core/catalog/sections.ts"
import { sizesFor } from "../../../core/catalog/sizes.ts"
import { phoneField } from "../../../core/identity/phone.ts"
import { distanceMiles } from "../../../core/places/distance.ts"
import { readZips, type ZipRow } from "../../../db/data/read-zips.ts"
import { CATALOGUE } from "./catalogue/catalogue.ts"
import { allImages, productsOf } from "./demo-catalogue.ts"
import { DEMO_MARKETS } from "./demo-markets.ts"
import { imageKey, renderImage } from "./draw-image.ts"

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
})

describe("demo markets", () => {
  it("are at places whose zip, state and position agree, with fictional numbers and real hours", {
    tags: ["DEMO-3"],
  }, async () => {
    const zips = new Map<string, ZipRow>()
    for await (const row of readZips()) zips.set(row.zip, row)
    for (const market of DEMO_MARKETS) {
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
      expect(new Set(DEMO_MARKETS.map((market) => market[key])).size).toBe(DEMO_MARKETS.length)
    }
    const owners = new Set(DEMO_MARKETS.map((market) => `${market.firstName} ${market.lastName}`))
    expect(owners.size).toBe(DEMO_MARKETS.length)
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
