import { data, redirect } from "react-router"
import { z } from "zod"
import { paramOrCookie, setShopCookie } from "#app/catalog/shop-cookies.ts"
import { formActions } from "#app/forms/form-actions.ts"
import { noInput } from "#app/forms/no-input.ts"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { revalidateAfterRejection } from "#app/forms/revalidate-after-rejection.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { Gallery } from "#app/product/gallery.tsx"
import { DeleteProduct } from "#app/product-editor/delete-product.tsx"
import { EditForm } from "#app/product-editor/edit-form.tsx"
import { ProductPhotos } from "#app/product-editor/product-photos.tsx"
import { addUploads, orderIn } from "#app/product-editor/upload.ts"
import { Card } from "#app/ui/card.tsx"
import { flash } from "#app/ui/flash.ts"
import { PageToast } from "#app/ui/toaster.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { Breadcrumbs } from "#app/ui/wayfinding.tsx"
import { eachEditedFact, editProductInput } from "#core/catalog/product-facts.ts"
import {
  addProductImage,
  orderProductImages,
  removeProductImage,
} from "#core/catalog/product-images.server.ts"
import { deleteProduct, viewOwnProduct } from "#core/catalog/seller-products.server.ts"
import { updateProduct } from "#core/catalog/update-product.server.ts"
import type { Route } from "./+types/edit-product.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Edit ${loaderData?.product.name ?? "a product"} — Pushcart` },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "seller")
  const productId = paramOrCookie(request, "product", "edit")
  if (!productId) throw redirect("/all-my-products")
  const product = await orNotFound(viewOwnProduct(ctx, productId))
  const params = new URL(request.url).searchParams
  const ready = product.images.filter((image) => image.status !== "failed")
  const asked = params.get("size")
  const chosen = product.variants.find((one) => one.size === asked) ?? product.variants[0]
  return data({ product, ready, chosen }, { headers: setShopCookie("edit", product.id) })
}

/** The form only names the product; the command checks in the database that it is the seller's. */
export const action = formActions("seller", {
  delete: [
    z.object({ productId: z.string() }),
    async (ctx, { productId }) => {
      await deleteProduct(ctx, productId)
      return redirect("/market-dashboard", { headers: flash("The product is deleted.") })
    },
  ],
  "add-image": [
    noInput,
    async (ctx, _input, { request, formData, idempotencyKey }) => {
      const productId = productOf(request)
      await addUploads(formData, idempotencyKey, (upload) => addProductImage(ctx, { productId, ...upload }))
      return redirect(`/edit-product?product=${productId}`)
    },
  ],
  "delete-image": [
    z.object({ imageId: z.string() }),
    async (ctx, { imageId }, { request }) => {
      await removeProductImage(ctx, { productId: productOf(request), imageId })
      return redirect(`/edit-product?product=${productOf(request)}`)
    },
  ],
  "order-images": [
    z.object({ order: z.string() }),
    async (ctx, _input, { request, formData }) => {
      await orderProductImages(ctx, { productId: productOf(request), imageIds: orderIn(formData) })
      return redirect(`/edit-product?product=${productOf(request)}`)
    },
  ],
  update: [
    editProductInput,
    async (ctx, input, { formData, idempotencyKey }) => {
      // A fact whose field is missing is left unchanged, not emptied. An unticked box is sent with the unit.
      const isSent = (fact: string) => formData.has(fact === "byWeight" ? "unit" : fact)
      const typed = eachEditedFact((fact) => (isSent(fact) ? input : input.shown)[fact])
      const { stock } = await updateProduct(ctx, { ...input, ...typed }, idempotencyKey)
      const size = input.size ? `&size=${encodeURIComponent(input.size)}` : ""
      return redirect(`/edit-product?product=${input.productId}${size}`, {
        headers: flash(stock === input.stock ? "Updated." : updatedTo(stock)),
      })
    },
  ],
})

const updatedTo = (stock: number) =>
  `Updated. The quantity is ${stock} now: it changed while you were editing.`

const productOf = (request: Request) => paramOrCookie(request, "product", "edit") ?? ""

/** Revalidates so that the next Update is compared with the values that someone else has changed. */
export const shouldRevalidate = revalidateAfterRejection

export default function EditProduct({ loaderData, actionData }: Route.ComponentProps) {
  const { product, ready, chosen } = loaderData
  useLive(({ data }) => changed(data, "pictures"))
  const crumbs = [
    { label: "Home", to: "/market-dashboard" },
    { label: product.category, to: `/all-my-products?category=${encodeURIComponent(product.category)}` },
    { label: product.section },
    ...(product.gender ? [{ label: product.gender }] : []),
    ...(product.age ? [{ label: product.age }] : []),
  ]
  return (
    <>
      <Breadcrumbs crumbs={crumbs} />
      <div className="product">
        <div className="stack">
          <Gallery images={ready} category={product.category} name={product.name} />
          <Card className="stack">
            <h2>Photos</h2>
            <ProductPhotos
              productId={product.id}
              images={product.images}
              category={product.category}
              answer={actionData}
            />
          </Card>
        </div>
        <div className="stack">
          <h1>{product.name}</h1>
          {chosen && <EditForm product={product} chosen={chosen} answer={actionData} />}
          <DeleteProduct product={product} />
        </div>
      </div>
      <PageToast message={actionData?.toast} />
    </>
  )
}
