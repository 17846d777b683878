import { z } from "zod"
import { PRODUCTS_PER_PAGE } from "#core/catalog/product-queries.server.ts"
import {
  createProduct,
  deleteProduct,
  listOwnProducts,
  viewOwnProduct,
} from "#core/catalog/seller-products.server.ts"
import { updateProduct } from "#core/catalog/update-product.server.ts"
import type { SellerContext } from "#core/context.ts"
import { createdProduct, productDetail, toProductDetail } from "../answers/product-detail.ts"
import { done, idParams, ignored, pageFields, text } from "../fields.ts"
import { type Operation, operation } from "../operation.ts"
import { productBody, productUpdateBody, toUpdate } from "../product-body.ts"
import { categoryQuery, productItem, toProductItem } from "./markets.ts"

const tag = "Markets and products"
const sellerList = z
  .object({
    category: z.array(text),
    marketID: text,
    products: z.array(productItem),
    pages: z.int(),
  })
  .meta({ id: "OwnProducts", description: "A page of the seller's own products." })
/** Maps our field names to the specification's, for validation errors of commands. */
const fieldNames = { size: "sizes", priceCents: "value", stock: "quantity", name: "productName" }

/** A seller's actions on their own products. */
export const sellerProducts: Operation[] = [
  operation({
    method: "get",
    path: "/product/getMarketProducts",
    tag,
    summary: "A page of the seller's products",
    roles: ["seller"],
    query: z.object(pageFields(PRODUCTS_PER_PAGE)),
    answer: sellerList,
    page: "/all-my-products",
    command: "listOwnProducts",
    handle: ({ ctx, query }) => ownProducts(ctx, query),
  }),
  operation({
    method: "post",
    path: "/product/getProductBasedbyCategory/Seller",
    tag,
    summary: "A page of the seller's products of one category",
    description: "`marketid` is ignored: sellers see only their own market.",
    roles: ["seller"],
    body: categoryQuery("OwnCategory", ignored),
    answer: sellerList,
    page: "/all-my-products?category=",
    command: "listOwnProducts",
    handle: ({ ctx, body: { page, limit, category } }) =>
      ownProducts(ctx, { page, limit, ...(category ? { category } : {}) }),
  }),
  operation({
    method: "get",
    path: "/product/GetCurrentProductSeller/{id}",
    tag,
    summary: "A product of the seller, for editing",
    roles: ["seller"],
    params: idParams("product"),
    answer: productDetail,
    page: "/edit-product",
    command: "viewOwnProduct",
    handle: async ({ ctx, params }) => toProductDetail(await viewOwnProduct(ctx, params.id)),
  }),
  operation({
    method: "post",
    path: "/product/createproduct",
    tag,
    summary: "List a product; add its images with /images/insertimage",
    roles: ["seller"],
    body: productBody,
    status: 201,
    answer: createdProduct,
    rejections: ["not_allowed", "idempotency_conflict"],
    idempotency: "command",
    page: "/add-product",
    command: "createProduct (insertProduct)",
    async handle({ ctx, body, idempotencyKey }) {
      const { productId } = await createProduct(ctx, body, idempotencyKey)
      return { ...toProductDetail(await viewOwnProduct(ctx, productId)), StripeID: null }
    },
  }),
  operation({
    method: "put",
    path: "/product/updateproduct",
    tag,
    summary: "Change a product's texts, and its price and quantity or those of one size",
    roles: ["seller"],
    body: productUpdateBody,
    answer: productDetail,
    rejections: ["not_allowed", "not_found"],
    fieldNames,
    page: "/edit-product",
    command: "updateProduct",
    handle: ({ ctx, body }) => update(ctx, body),
  }),
  ...["/product/deleteproduct/{id}", "/product/deleteproductClothesOrShoes/{id}"].map((path) =>
    operation({
      method: "delete",
      path,
      tag,
      summary: "Delete a product",
      roles: ["seller"],
      params: idParams("product"),
      answer: done("deleted"),
      page: "/edit-product",
      command: "deleteProduct",
      async handle({ ctx, params }) {
        await deleteProduct(ctx, params.id)
        return { deleted: true as const }
      },
    }),
  ),
]

async function ownProducts(ctx: SellerContext, filter: { page: number; limit: number; category?: string }) {
  const { marketId, categories, products, pages } = await listOwnProducts(ctx, filter)
  return { category: categories, marketID: marketId, products: products.map(toProductItem), pages }
}

async function update(ctx: SellerContext, body: z.output<typeof productUpdateBody>) {
  const change = toUpdate(body)
  await updateProduct(ctx, change)
  return toProductDetail(await viewOwnProduct(ctx, change.productId))
}
