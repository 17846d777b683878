import { z } from "zod"
import { addProductImage } from "#core/catalog/product-images.server.ts"
import { viewOwnProduct } from "#core/catalog/seller-products.server.ts"
import { DomainError } from "#core/errors.ts"
import { productImage } from "../answers/product-detail.ts"
import { bodyId, EXAMPLE_ID, ignored } from "../fields.ts"
import { FILES_BYTES, filesField } from "../files.ts"
import { type Operation, operation } from "../operation.ts"

const MOST_FILES = 7

/** Images of products. Images of orders and applicants are returned with those. */
export const imageOperations: Operation[] = [
  operation({
    method: "post",
    path: "/images/insertimage",
    tag: "Markets and products",
    summary: "Add images to one of the seller's products, which can have seven",
    roles: ["seller"],
    bodyTypes: ["form"],
    largestBodyBytes: FILES_BYTES,
    body: z
      .object({
        images: filesField(MOST_FILES),
        productid: bodyId("product", "Which product?"),
        Stripe: ignored,
      })
      .meta({
        id: "ProductImages",
        examples: [{ images: ["photo.jpg"], productid: EXAMPLE_ID, Stripe: "" }],
      }),
    status: 201,
    answer: z.object({ images: z.array(productImage) }).meta({ id: "InsertedImages" }),
    rejections: [
      "not_found",
      "not_allowed",
      "file_not_image",
      "file_too_large",
      "provider_down",
      "too_many_images",
      "idempotency_conflict",
    ],
    fieldNames: { image: "images" },
    idempotency: "answer",
    page: "/add-product, /edit-product",
    command: "addProductImage",
    async handle({ ctx, body: { images: imageOperations, productid } }) {
      const before = await viewOwnProduct(ctx, productid)
      if (before.images.length + imageOperations.length > MOST_FILES)
        throw new DomainError("too_many_images", "You have cannot upload more than 7 images", "images")
      for (const file of imageOperations)
        await addProductImage(ctx, {
          productId: productid,
          bytes: new Uint8Array(await file.arrayBuffer()),
        })
      const product = await viewOwnProduct(ctx, productid)
      return { images: product.images.map(({ container, name }) => ({ container_name: container, name })) }
    },
  }),
]
