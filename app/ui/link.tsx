import { type LinkProps, Link as RouterLink, useLocation } from "react-router"

/**
 * React Router's link. On the server, where nothing is clicked, it renders the resulting anchor directly: resolving a
 * page's fifty links through hooks and route patterns took a tenth of the page's CPU time.
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

/**
 * Props that change the rendered anchor or that an anchor lacks: links with one of them use React Router's own link.
 */
const ONLY_ANCHORS = [
  "discover",
  "mask",
  "prefetch",
  "relative",
  "reloadDocument",
  "viewTransition",
] as const satisfies (keyof LinkProps)[]

/**
 * Returns the href for a path of plain words (with any query or fragment), or for new query parameters of the current
 * page; undefined for anything else.
 */
function plainHref(to: string, pathname: string): string | undefined {
  if (/^(\/[\w-]+)+([?#]|$)/.test(to)) return to
  if (to.startsWith("?") && !pathname.endsWith("/")) return to === "?" ? pathname : pathname + to
  return undefined
}
