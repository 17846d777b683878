import { z } from "zod"
import { CATEGORIES } from "#core/catalog/categories.ts"
import type { ProductCard } from "#core/catalog/product-cards.server.ts"
import { PRODUCTS_PER_PAGE } from "#core/catalog/product-cards.server.ts"
import { MARKETS_PER_PAGE, searchMarkets } from "#core/catalog/search-markets.server.ts"
import { viewMarket } from "#core/catalog/view-market.server.ts"
import { viewProduct } from "#core/catalog/view-product.server.ts"
import { productDetail, toProductDetail } from "../answers/product-detail.ts"
import {
  bodyId,
  dollars,
  idParams,
  inDollars,
  maybe,
  pageFields,
  pathId,
  pictureFields,
  pictureOf,
  text,
} from "../fields.ts"
import { type Operation, operation } from "../operation.ts"

const hours = { weekday: text, saturday: text, sunday: text }
const marketCard = z.object({
  ...{ id: text, name: text, address: text, city: text, state: text, zip: text, phone: text, ...hours },
  ...{ marketlat: maybe(z.number()), marketlng: maybe(z.number()) },
  distance: maybe(z.number()).meta({
    description: "Miles from the zip's centre; null without a search. Ours.",
  }),
})

export const productItem = z.object({ id: text, name: text, value: dollars, ...pictureFields })
export const toProductItem = ({ id, name, priceCents, image }: ProductCard) => ({
  ...{ id, name, value: inDollars(priceCents) },
  ...pictureOf(image),
})

const categoryField = z.enum(CATEGORIES, { error: "Choose a category." }).or(z.literal("")).optional()
/** A page of one category; customers say of which market. */
export const categoryQuery = <M extends z.ZodType>(marketid: M) =>
  z.object({ category: categoryField, marketid, ...pageFields(PRODUCTS_PER_PAGE) }).meta({
    examples: [{ category: "Fruits", marketid: "0198c5b2-7d3e-7c7a-9c3e-2f4b5a6d7e8f", page: 1, limit: 4 }],
  })

const marketInfo = z.object({
  market: z.object({
    id: text,
    name: text,
    address: text,
    city: text,
    state: text,
    zip: text,
    phone: text,
    ...hours,
  }),
  category: z.array(text),
  products: z.array(productItem),
  pages: z.int(),
})

/** What customers browse: markets, a market's products, one product. */
export const markets: Operation[] = [
  operation({
    method: "get",
    path: "/market/allmarkets",
    tag: "Markets and products",
    summary: "Markets that may sell now, by zip nearest first, else by name",
    roles: ["anyone"],
    query: z.object({
      zip: z
        .string()
        .trim()
        .max(10)
        .optional()
        .meta({ examples: ["10001"] }),
      ...pageFields(MARKETS_PER_PAGE),
    }),
    answer: z.object({ markets: maybe(z.array(marketCard)), pages: z.int() }),
    page: "/home",
    command: "searchMarkets",
    async handle({ ctx, query: { zip, page, limit } }) {
      const found = await searchMarkets(ctx, { page, limit, countAll: true, ...(zip ? { zip } : {}) })
      const cards = found.markets.map(
        ({
          weekdayHours: weekday,
          saturdayHours: saturday,
          sundayHours: sunday,
          lat,
          lng,
          distanceMiles,
          positionSource: _ours,
          ...card
        }) => ({
          ...{ ...card, weekday, saturday, sunday },
          ...{ marketlat: lat, marketlng: lng, distance: distanceMiles },
        }),
      )
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
    body: categoryQuery(bodyId("market")),
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
    summary: "One product with its pictures and sizes",
    roles: ["customer"],
    params: idParams("product"),
    answer: productDetail,
    page: "/view-product",
    command: "viewProduct",
    handle: async ({ ctx, params }) => toProductDetail(await viewProduct(ctx, params.id)),
  }),
]

function toMarketInfo({ market, categories, products, pages }: Awaited<ReturnType<typeof viewMarket>>) {
  const { weekdayHours: weekday, saturdayHours: saturday, sundayHours: sunday, ...header } = market
  return {
    market: { ...header, weekday, saturday, sunday },
    category: categories,
    products: products.map(toProductItem),
    pages,
  }
}
