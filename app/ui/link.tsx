import { type LinkProps, Link as RouterLink, useLocation } from "react-router"

/**
 * React Router's link. On the server, where nothing is clicked, the anchor that it would come out as is rendered at
 * once: working out each of a page's fifty links through hooks and route patterns was a tenth of the page's CPU.
 */
export const Link = import.meta.env.SSR ? AnchorLink : RouterLink

export function AnchorLink(props: LinkProps) {
  const { pathname } = useLocation()
  const { to, replace, state, preventScrollReset, defaultShouldRevalidate, ...anchor } = props
  const href = typeof to === "string" ? plainHref(to, pathname) : undefined
  if (href === undefined || !ONLY_ANCHORS.every((name) => props[name] === undefined))
    return <RouterLink {...props} />
  return <a {...anchor} href={href} data-discover="true" />
}

/** Props that change what is rendered, or that an anchor does not know: React Router's own link deals with them. */
const ONLY_ANCHORS = [
  "discover",
  "mask",
  "prefetch",
  "relative",
  "reloadDocument",
  "viewTransition",
] as const satisfies (keyof LinkProps)[]

/** A path of plain words with whatever follows it, or other parameters of the page that one is on. */
function plainHref(to: string, pathname: string): string | undefined {
  if (/^(\/[\w-]+)+([?#]|$)/.test(to)) return to
  if (to.startsWith("?") && !pathname.endsWith("/")) return to === "?" ? pathname : pathname + to
  return undefined
}
