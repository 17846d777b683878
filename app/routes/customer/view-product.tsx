import { data, redirect, useSearchParams } from "react-router"
import { addFromForm } from "#app/catalog/add-from-form.ts"
import { BuyForm } from "#app/catalog/buy-form.tsx"
import { Gallery } from "#app/catalog/gallery.tsx"
import { categoryAddress, marketAddress } from "#app/catalog/market-address.ts"
import { OpenState } from "#app/catalog/open-state.tsx"
import { pageNumber } from "#app/catalog/page-number.ts"
import { recall, remember } from "#app/catalog/remembered.ts"
import { ask } from "#app/forms/ask.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { Notice } from "#app/ui/states.tsx"
import { Breadcrumbs } from "#app/ui/wayfinding.tsx"
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

export function action({ request, url, context }: Route.ActionArgs) {
  return addFromForm(requireContext(context, "customer"), request, url.searchParams)
}

export default function ViewProduct({ loaderData, actionData }: Route.ComponentProps) {
  const { product, shown, preview, size } = loaderData
  const [params] = useSearchParams()
  const crumbs = [
    { label: product.marketName, to: marketAddress(product.marketId, params) },
    { label: product.category, to: categoryAddress(product.marketId, params, product.category) },
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
          <OpenState state={product.closedText ? "paused" : null} text={product.openText} />
          {product.closedText && <Notice kind="bad">{product.closedText}</Notice>}
          <BuyForm product={product} size={size} answer={actionData} />
          <p className="soft">All sales are final</p>
        </div>
      </div>
    </>
  )
}
