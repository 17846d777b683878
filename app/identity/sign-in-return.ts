import { isAdding, type KeptForm, keptForm } from "#app/forms/kept-form.ts"
import type { SharedLink } from "#core/catalog/market-cards.server.ts"
import { ownPath, withNext } from "#core/identity/own-path.ts"
import { ROLE_PAGES, rolesOfPages } from "#core/identity/role-pages.ts"
import type { Role } from "#core/identity/roles.ts"

/** The page to go to after signing in, from the query; never another site's. */
export const nextPath = (request: Request): string | null =>
  ownPath(new URL(request.url).searchParams.get("next"))

/** Where a guard sent a visitor to /Welcome from, with the sign-in pages that lead back there. */
export type SignInReturn = {
  notice: string
  /** The sign-in of each role that the page belongs to; at least one. */
  ways: readonly { role: Role; signIn: string }[]
  register: string
  /** The shared market or product, if the visitor came by such a link. */
  shared: SharedLink | null
}

/** The way back from the query of /Welcome; null if the visitor came without one. */
export function signInReturn(request: Request): SignInReturn | null {
  const next = nextPath(request)
  if (!next) return null
  const kept = keptForm(request)
  const roles = rolesOfPages(new URL(request.url).searchParams.getAll("page"))
  return {
    notice: noticeFor(next, kept?.path === next ? kept : null),
    ways: roles.map((role) => ({ role, signIn: withNext(ROLE_PAGES[role].signIn, next) })),
    register: withNext(`${ROLE_PAGES.customer.signIn}?tab=register`, next),
    shared: sharedLink(next),
  }
}

function sharedLink(next: string): SharedLink | null {
  const [page, query] = next.split("?")
  const params = new URLSearchParams(query)
  const [marketId, productId] = [params.get("market"), params.get("product")]
  if (page === "/market-info" && marketId) return { marketId }
  return page === "/view-product" && productId ? { productId } : null
}

function noticeFor(next: string, sent: KeptForm | null): string {
  const [page] = next.split("?")
  if (page === "/pay/return")
    return "You were signed out while you were paying. If the payment went through, your order was still placed. Log in to see it."
  if (page === "/pay")
    return "You were signed out, and nothing was charged. Log in to pay; your cart is as you left it."
  if (sent && isAdding(sent))
    return "You were signed out before this was added to your cart. Log in to add it."
  if (sent) return "You were signed out before this was saved. Log in, check it, and send it again."
  return "Log in to open that page."
}
