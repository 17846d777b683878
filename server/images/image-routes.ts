import { type Context, Hono } from "hono"
import { widthFor } from "#core/images/widths.ts"
import { type ImageAddress, type ImageContainer, type Images, isPublic } from "#core/ports/images.ts"
import type { KeptImages } from "#server/adapters/images/kept-images.ts"
import { isValidLink } from "#server/adapters/images/private-link.ts"
import { formatFor } from "#server/adapters/images/sizes.ts"

const CONTAINERS: readonly string[] = [
  "products",
  "markets",
  "identity",
  "deliveries",
] satisfies ImageContainer[]
/** Emails and other sites may show the images of markets and products. */
const SHOWN_ANYWHERE = "cross-origin"
const FOREVER = "public, max-age=31536000, immutable"

/**
 * Serves the images that we store ourselves: public ones in the requested size, private ones by a link that expires.
 */
export function keptImageRoutes(options: { images: KeptImages; secret: string; now?: () => Date }): Hono {
  const { images, secret, now = () => new Date() } = options
  const app = new Hono()
  app.get("/images/:container/:name", async (c) => {
    const address = addressOf(c)
    if (!address || !isPublic(address.container)) return c.notFound()
    const format = formatFor(c.req.header("accept") ?? "")
    const shown = await images.shown(address, widthFor(Number(c.req.query("w")) || 0), format)
    if (!shown) return c.notFound()
    return image(shown.bytes, {
      "Content-Type": shown.contentType,
      "Cache-Control": shown.isFinal ? FOREVER : "no-store",
      "Cross-Origin-Resource-Policy": SHOWN_ANYWHERE,
      Vary: "Accept",
    })
  })
  app.get("/private-images/:container/:name", async (c) => {
    const address = addressOf(c)
    const { exp = "", sig = "" } = c.req.query()
    if (!address || isPublic(address.container)) return c.notFound()
    if (!isValidLink(secret, address, { exp, sig, now: now() })) return c.notFound()
    const original = await images.original(address)
    if (!original) return c.notFound()
    return image(original.bytes, {
      "Content-Type": original.contentType,
      "Cache-Control": "private, no-store",
      "Referrer-Policy": "same-origin",
      "X-Robots-Tag": "noindex",
    })
  })
  return app
}

/** Pages use this server's URL for every image; requests for images stored elsewhere are redirected. */
export function redirectedImageRoutes(images: Images): Hono {
  const app = new Hono()
  app.get("/images/:container/:name", (c) => {
    const address = addressOf(c)
    if (!address || !isPublic(address.container)) return c.notFound()
    c.header("Cache-Control", "public, max-age=86400")
    c.header("Cross-Origin-Resource-Policy", SHOWN_ANYWHERE)
    return c.redirect(images.url(address, Number(c.req.query("w")) || 0))
  })
  return app
}

function addressOf(c: Context): ImageAddress | undefined {
  const { container = "", name = "" } = c.req.param() as Record<string, string>
  if (!CONTAINERS.includes(container) || !/^[A-Za-z0-9_-]{1,100}$/.test(name)) return undefined
  return { container: container as ImageContainer, name }
}

function image(bytes: Uint8Array, headers: Record<string, string>): Response {
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, "Content-Length": `${bytes.byteLength}`, "X-Content-Type-Options": "nosniff" },
  })
}
