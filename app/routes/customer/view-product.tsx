import { data, redirect, useSearchParams } from "react-router"
import { addFromForm } from "#app/catalog/add-from-form.ts"
import { customerPlace } from "#app/catalog/customer-place.ts"
import { categoryAddress, marketAddress } from "#app/catalog/market-address.ts"
import { OpenState } from "#app/catalog/open-state.tsx"
import { imageNumber } from "#app/catalog/page-number.ts"
import { paramOrCookie, setShopCookie } from "#app/catalog/shop-cookies.ts"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { BuyForm } from "#app/product/buy-form.tsx"
import { Gallery } from "#app/product/gallery.tsx"
import { MoreFrom } from "#app/product/more-from.tsx"
import { WhenAndHow } from "#app/product/when-and-how.tsx"
import { Pill } from "#app/ui/card.tsx"
import { Link } from "#app/ui/link.tsx"
import { Notice } from "#app/ui/states.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import { Breadcrumbs } from "#app/ui/wayfinding.tsx"
import { linesAtMarket } from "#core/cart/cart-queries.server.ts"
import { moreFromMarket } from "#core/catalog/suggested-products.server.ts"
import { type ProductView, viewProduct } from "#core/catalog/view-product.server.ts"
import { formatMiles } from "#core/places/distance.ts"
import type { Route } from "./+types/view-product.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.product.name ?? "Product"} — Pushcart` },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "customer")
  const productId = paramOrCookie(request, "product", "letme")
  if (!productId) throw redirect("/market-info")
  const place = await customerPlace(ctx, request)
  const product = await orNotFound(viewProduct(ctx, productId, place?.center))
  const [more, lines] = await Promise.all([moreFromMarket(ctx, product), linesAtMarket(ctx, product)])
  const params = new URL(request.url).searchParams
  const image = product.images[imageNumber(params, product.images.length) - 1]
  const url = image && (await ctx.ports.images.preview({ container: "products", name: image.name }))
  const preview = url ? { name: image.name, url } : null
  const headers = setShopCookie("letme", product.id)
  return data(
    { product, more, lines, place: place?.label ?? null, preview, size: params.get("size") ?? "" },
    { headers },
  )
}

export function action({ request, url, context }: Route.ActionArgs) {
  return addFromForm(requireContext(context, "customer"), request, url.searchParams)
}

export default function ViewProduct({ loaderData, actionData }: Route.ComponentProps) {
  const { product, more, lines, place, preview, size } = loaderData
  const [params] = useSearchParams()
  const zip = params.get("zip")
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
      <div className="product product-page">
        <Gallery {...product} preview={preview} />
        <div className="stack product-facts">
          <h1>{product.name}</h1>
          {product.when.closedText && <Notice kind="bad">{product.when.closedText}</Notice>}
          <BuyForm key={product.id} product={product} lines={lines} size={size} answer={actionData} />
          <p className="pre">{product.description}</p>
          <p>
            <Pill ground="butter">All sales are final</Pill>
          </p>
          {!product.when.closedText && <WhenAndHow product={product} place={place} />}
          <SoldBy product={product} marketHref={marketAddress(product.marketId, params)} />
        </div>
        <MoreFrom
          more={more}
          marketName={product.marketName}
          lines={product.when.closedText ? null : lines}
          marketHref={categoryAddress(product.marketId, params, null)}
          hrefOf={(id) => `/view-product?product=${id}${zip ? `&${new URLSearchParams({ zip })}` : ""}`}
        />
      </div>
    </>
  )
}

function SoldBy({ product, marketHref }: { product: ProductView; marketHref: string }) {
  const { marketName, marketPhoto, when, distanceMiles } = product
  return (
    <section className="sold-by product-part" aria-label="Sold by">
      <StoredImage image={marketPhoto} category="" alt="" width={56} height={56} />
      <div>
        <h2>{marketName}</h2>
        <div className="split-start">
          <OpenState state={when.state} text={when.openText} />
          {distanceMiles !== null && <p className="soft num">{formatMiles(distanceMiles)}</p>}
          <Link to={marketHref} className="text-link">
            Check the market out
          </Link>
        </div>
      </div>
    </section>
  )
}
