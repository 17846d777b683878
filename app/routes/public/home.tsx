import { data, useLocation, useSearchParams } from "react-router"
import { categoryAddress } from "#app/catalog/market-address.ts"
import { MarketFinder } from "#app/catalog/market-finder.tsx"
import { readNear } from "#app/catalog/near.ts"
import { lastPageInstead, pageNumber } from "#app/catalog/page-number.ts"
import { SearchHero } from "#app/catalog/search-hero.tsx"
import { coreContext, sessionContext } from "#app/context.ts"
import { askOrRejection } from "#app/forms/ask.ts"
import { LinkButton } from "#app/ui/button.tsx"
import { Dialog, dialogHref } from "#app/ui/dialog.tsx"
import { searchMarkets } from "#core/catalog/search-markets.server.ts"
import { withNext } from "#core/identity/own-path.ts"
import type { Route } from "./+types/home.ts"

export const meta: Route.MetaFunction = () => [
  { title: "Local markets near you — Pushcart" },
  { name: "description", content: "Find local markets by zip code and shop their stalls." },
]

export async function loader({ url, context }: Route.LoaderArgs) {
  const params = url.searchParams
  const zip = params.get("zip")?.trim() ?? ""
  const near = zip ? undefined : readNear(params.get("near"))
  const ctx = context.get(coreContext)
  const { found, rejection } = await askOrRejection(
    "zip",
    searchMarkets(ctx, { ...(zip ? { zip } : {}), ...(near ? { near } : {}), page: pageNumber(params) }),
  )
  const result = found ?? (await searchMarkets(ctx, {}))
  lastPageInstead(url, result)
  const isCustomer = context.get(sessionContext).actor?.role === "customer"
  const page = { zip, near: Boolean(near), rejection, isCustomer, ...result }
  return data(page, rejection ? { status: 422 } : undefined)
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { zip, near, rejection, total } = loaderData
  const nothingFound = !rejection && total === 0 && (zip !== "" || near)
  return (
    <>
      <SearchHero zip={nothingFound ? "" : zip} rejection={rejection} near={near} />
      <MarketFinder {...loaderData} />
      {!loaderData.isCustomer && <SignInDialog />}
      {nothingFound && <NoStoreDialog />}
    </>
  )
}

/** Opened by "Check the market out" for whoever may not look inside. Signing in opens that market. */
function SignInDialog() {
  const [params] = useSearchParams()
  // With React "for" says which market was pressed; without it the place that closing leads back to does.
  const pressed = params.get("for") ?? params.get("at")?.replace(/^market-/, "")
  const market = pressed?.match(/^[\w-]+$/)?.[0]
  const next = market ? categoryAddress(market, params, null) : null
  return (
    <Dialog name="sign-in" title="Hi there!" {...(params.has("for") ? { closeTo: withoutFor(params) } : {})}>
      <p>In order to see what this market sells, you need to be Log In!</p>
      <LinkButton to={withNext("/login", next)}>Sign In</LinkButton>
    </Dialog>
  )
}

function withoutFor(params: URLSearchParams): string {
  const rest = new URLSearchParams(params)
  rest.delete("for")
  return dialogHref(`${rest}`, null)
}

/** The form behind it is reset, as the specification says. */
function NoStoreDialog() {
  const { pathname } = useLocation()
  return (
    <Dialog name="no-store" title="Sorry we couldn't find a store! :(" open closeTo={pathname}>
      <p>Please go tell your local market store about this platform...</p>
      <LinkButton to={pathname} kind="plain">
        See all markets
      </LinkButton>
    </Dialog>
  )
}
