import { data, redirect } from "react-router"
import { ask } from "#app/forms/ask.ts"
import { submitForm } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { BuyForm } from "#app/shop/buy-form.tsx"
import { Gallery } from "#app/shop/gallery.tsx"
import { pageNumber } from "#app/shop/page-number.ts"
import { recall, remember } from "#app/shop/remembered.ts"
import { flash } from "#app/ui/flash.ts"
import { Breadcrumbs } from "#app/ui/wayfinding.tsx"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import { addToCartInput } from "#core/cart/inputs.ts"
import { viewProduct } from "#core/catalog/view-product.server.ts"
import type { Route } from "./+types/view-product.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.product.name ?? "Product"} — Pushcart` },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "customer")
  const productId = recall(request, "product", "letme")
  if (!productId) throw redirect("/market-info")
  const product = await ask(viewProduct(ctx, productId))
  const params = new URL(request.url).searchParams
  const shown = Math.min(pageNumber(params, "image"), Math.max(product.images.length, 1))
  const image = product.images[shown - 1]
  const preview = image && (await ctx.ports.images.preview({ container: "products", name: image.name }))
  const headers = remember("letme", product.id)
  return data({ product, shown, preview, size: params.get("size") ?? "" }, { headers })
}

export function action({ request, context }: Route.ActionArgs) {
  const ctx = requireContext(context, "customer")
  return submitForm(request, addToCartInput, async (input, { idempotencyKey }) => {
    const { marketId, productName } = await addToCart(ctx, input, idempotencyKey)
    return redirect(`/market-info?market=${marketId}`, {
      headers: flash(`${productName} is in your cart.`),
    })
  })
}

export default function ViewProduct({ loaderData, actionData }: Route.ComponentProps) {
  const { product, shown, preview, size } = loaderData
  const market = `/market-info?market=${product.marketId}`
  const crumbs = [
    { label: product.marketName, to: market },
    { label: product.category, to: `${market}&category=${encodeURIComponent(product.category)}` },
    { label: product.section },
    ...(product.gender ? [{ label: product.gender }] : []),
    ...(product.age ? [{ label: product.age }] : []),
    { label: product.name },
  ]
  return (
    <>
      <Breadcrumbs crumbs={crumbs} />
      <div className="product">
        <Gallery {...product} shown={shown} preview={preview} />
        <div className="stack">
          <h1>{product.name}</h1>
          <p className="pre">{product.description}</p>
          <BuyForm product={product} size={size} answer={actionData} />
          <p className="soft">All sales are final</p>
        </div>
      </div>
    </>
  )
}
