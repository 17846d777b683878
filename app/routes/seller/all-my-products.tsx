import { pageNumber } from "#app/catalog/page-number.ts"
import { ProductTiles } from "#app/catalog/product-tiles.tsx"
import { requireContext } from "#app/guards/require-context.ts"
import { LinkButton } from "#app/ui/button.tsx"
import { EmptyState } from "#app/ui/states.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { Pagination, Tabs } from "#app/ui/wayfinding.tsx"
import { isCategory } from "#core/catalog/categories.ts"
import { mayList } from "#core/catalog/market-queries.server.ts"
import { listOwnProducts } from "#core/catalog/seller-products.server.ts"
import type { Route } from "./+types/all-my-products.ts"

export const meta: Route.MetaFunction = () => [{ title: "Your products — Pushcart" }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "seller")
  const params = new URL(request.url).searchParams
  const asked = params.get("category") ?? ""
  const category = isCategory(asked) ? asked : undefined
  const list = await listOwnProducts(ctx, { page: pageNumber(params), ...(category ? { category } : {}) })
  return { ...list, category: category ?? null, mayListMore: await mayList(ctx) }
}

export default function AllMyProducts({ loaderData }: Route.ComponentProps) {
  const { categories, category, products, page, pages, mayListMore } = loaderData
  useLive(({ data }) => changed(data, "pictures"))
  const menu = [
    { label: "All", to: "/all-my-products", current: category === null },
    ...categories.map((name) => ({
      label: name,
      to: `?category=${encodeURIComponent(name)}`,
      current: name === category,
    })),
  ]
  return (
    <>
      <header className="market-head">
        <h1>Your products</h1>
        {mayListMore && <LinkButton to="/add-product">Insert a Product</LinkButton>}
      </header>
      <div className="with-side">
        <Tabs side label="Categories" tabs={menu} />
        <div className="stack">
          {products.length === 0 ? (
            <EmptyState
              text={category ? `You have nothing in ${category}.` : "You haven't listed a product yet."}
              button={
                mayListMore
                  ? { label: "Insert a Product", to: "/add-product" }
                  : { label: "Go to Dashboard", to: "/market-dashboard" }
              }
            />
          ) : (
            <>
              <h2 className="sr-only">{category ?? "All products"}</h2>
              <ProductTiles
                products={products}
                hrefOf={({ id }) => `/edit-product?product=${id}`}
                action="Edit Product"
              />
            </>
          )}
          <Pagination page={page} pages={pages} />
        </div>
      </div>
    </>
  )
}
