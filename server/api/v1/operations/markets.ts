import { z } from "zod"
import { CATEGORIES } from "#core/catalog/categories.ts"
import { viewMarket } from "#core/catalog/market-page.server.ts"
import { PRODUCTS_PER_PAGE, type ProductCard } from "#core/catalog/product-queries.server.ts"
import { MARKETS_PER_PAGE, searchMarkets } from "#core/catalog/search-markets.server.ts"
import { viewProduct } from "#core/catalog/view-product.server.ts"
import { withoutBlanks } from "#core/typed-text.ts"
import { productDetail, toProductDetail } from "../answers/product-detail.ts"
import {
  bodyId,
  dollars,
  EXAMPLE_ID,
  idParams,
  imageFields,
  imageOf,
  inDollars,
  marketFields,
  maybe,
  pageFields,
  pathId,
  text,
  unitFields,
} from "../fields.ts"
import { type Operation, operation } from "../operation.ts"

const day = text.meta({ description: "Opening hours, such as 8am-7pm, or Closed." })
const hours = { weekday: day, saturday: day, sunday: day }
const EXAMPLE_MARKET = {
  id: EXAMPLE_ID,
  name: "Chelsea Stall",
  address: "75 9th Ave",
  city: "New York",
  state: "NY",
  zip: "10011",
  phone: "212-555-0134",
  weekday: "8am-7pm",
  saturday: "9am-5pm",
  sunday: "Closed",
}
const marketCard = z
  .object({
    ...marketFields,
    ...hours,
    marketlat: maybe(z.number()),
    marketlng: maybe(z.number()),
    distance: maybe(z.number()).meta({
      description: "Miles from the center of the zip; null without a search. Ours.",
    }),
  })
  .meta({
    id: "Market",
    description: "A market that may sell now.",
    examples: [
      {
        ...EXAMPLE_MARKET,
        marketlat: 40.7424,
        marketlng: -74.006,
        distance: 0.6,
      },
    ],
  })

export const productItem = z
  .object({
    id: text,
    name: text,
    value: dollars.meta({ description: "US dollars; the lowest price if there are several sizes." }),
    ...unitFields,
    ...imageFields,
  })
  .meta({
    id: "ProductCard",
    description: "A product in a list.",
    examples: [
      {
        id: EXAMPLE_ID,
        name: "Gala apples",
        value: 3.5,
        unit: "lb",
        unitAmount: null,
        byWeight: false,
        container_name: "products",
        image_name: "apples.webp",
      },
    ],
  })
export const toProductItem = ({ id, name, priceCents, unit, unitAmount, byWeight, image }: ProductCard) => ({
  id,
  name,
  value: inDollars(priceCents),
  unit,
  unitAmount,
  byWeight,
  ...imageOf(image),
})

const categoryField = z.enum(CATEGORIES, { error: "Choose a category." }).or(z.literal("")).optional()
/** A page of one category; customers also name the market. */
export const categoryQuery = <M extends z.ZodType>(id: string, marketid: M) =>
  z.object({ category: categoryField, marketid, ...pageFields(PRODUCTS_PER_PAGE) }).meta({
    id,
    examples: [{ category: "Fruits", marketid: EXAMPLE_ID, page: 1, limit: 4 }],
  })

const marketInfo = z
  .object({
    market: z
      .object({
        ...marketFields,
        ...hours,
      })
      .meta({ id: "MarketHeader", examples: [EXAMPLE_MARKET] }),
    category: z.array(text).meta({ description: "The categories that the market has products of." }),
    products: z.array(productItem),
    pages: z.int(),
  })
  .meta({ id: "MarketInfo", description: "A market with a page of its products." })

/** Browsing for customers: markets, a market's products, one product. */
export const marketOperations: Operation[] = [
  operation({
    method: "get",
    path: "/market/allmarkets",
    tag: "Markets and products",
    summary: "Markets that may sell now: nearest first for a zip, otherwise by name",
    roles: ["anyone"],
    query: z.object({
      zip: z
        .string()
        .overwrite(withoutBlanks)
        .max(10)
        .optional()
        .meta({ description: "A zip code; without one, all markets by name.", examples: ["10001"] }),
      ...pageFields(MARKETS_PER_PAGE),
    }),
    answer: z
      .object({
        markets: maybe(z.array(marketCard)).meta({ description: "Null if none was found." }),
        pages: z.int(),
      })
      .meta({ id: "MarketList" }),
    page: "/home",
    command: "searchMarkets",
    async handle({ ctx, query: { zip, page, limit } }) {
      const found = await searchMarkets(ctx, { page, limit, countAll: true, ...(zip ? { zip } : {}) })
      const cards = found.markets.map((market) => ({
        id: market.id,
        name: market.name,
        address: market.address,
        city: market.city,
        state: market.state,
        zip: market.zip,
        phone: market.phone,
        weekday: market.weekdayHours,
        saturday: market.saturdayHours,
        sunday: market.sundayHours,
        marketlat: market.lat,
        marketlng: market.lng,
        distance: market.distanceMiles,
      }))
      return { markets: cards.length > 0 ? cards : null, pages: found.pages }
    },
  }),
  operation({
    method: "get",
    path: "/product/marketinfo/{marketid}/{page}/{limit}",
    tag: "Markets and products",
    summary: "One market: its header, categories and a page of products",
    roles: ["customer"],
    params: z.object({ marketid: pathId("market"), ...pageFields(PRODUCTS_PER_PAGE) }),
    answer: marketInfo,
    page: "/market-info",
    command: "viewMarket",
    handle: async ({ ctx, params: { marketid, page, limit } }) =>
      toMarketInfo(await viewMarket(ctx, { marketId: marketid, page, limit })),
  }),
  operation({
    method: "get",
    path: "/market/getMarket/{id}",
    tag: "Markets and products",
    summary: "One market with its first page of products",
    roles: ["customer"],
    ours: true,
    params: idParams("market"),
    answer: marketInfo,
    page: "/market-info",
    command: "viewMarket",
    handle: async ({ ctx, params }) => toMarketInfo(await viewMarket(ctx, { marketId: params.id })),
  }),
  operation({
    method: "post",
    path: "/product/getProductBasedbyCategory",
    tag: "Markets and products",
    summary: "A page of a market's products of one category",
    roles: ["customer"],
    body: categoryQuery("MarketCategory", bodyId("market")),
    answer: marketInfo,
    page: "/market-info?category=",
    command: "viewMarket",
    handle: async ({ ctx, body: { marketid, page, limit, category } }) =>
      toMarketInfo(
        await viewMarket(ctx, { marketId: marketid, page, limit, ...(category ? { category } : {}) }),
      ),
  }),
  operation({
    method: "get",
    path: "/product/GetCurrentProduct/{id}",
    tag: "Markets and products",
    summary: "One product with its images and sizes",
    roles: ["customer"],
    params: idParams("product"),
    answer: productDetail,
    page: "/view-product",
    command: "viewProduct",
    handle: async ({ ctx, params }) => toProductDetail(await viewProduct(ctx, params.id)),
  }),
]

function toMarketInfo({ market, categories, products, pages }: Awaited<ReturnType<typeof viewMarket>>) {
  const {
    weekdayHours: weekday,
    saturdayHours: saturday,
    sundayHours: sunday,
    when: _when,
    ...header
  } = market
  return {
    market: { ...header, weekday, saturday, sunday },
    category: categories,
    products: products.map(toProductItem),
    pages,
  }
}
