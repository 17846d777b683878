import { type Context, Hono } from "hono"
import { widthFor } from "#core/images/widths.ts"
import { type ImageAddress, type ImageContainer, isPublic } from "#core/ports/images.ts"
import type { DiskImages } from "#server/adapters/images/disk-images.ts"
import { isValidLink } from "#server/adapters/images/private-link.ts"
import { formatFor } from "#server/adapters/images/sizes.ts"

const CONTAINERS: readonly string[] = [
  "products",
  "markets",
  "identity",
  "deliveries",
] satisfies ImageContainer[]
const FOREVER = "public, max-age=31536000, immutable"

/** Serves the images that live on disk: public ones at any size for ever, private ones by a link that expires. */
export function diskImageRoutes(options: { images: DiskImages; secret: string; now?: () => Date }): Hono {
  const { images, secret, now = () => new Date() } = options
  const app = new Hono()
  app.get("/images/:container/:name", async (c) => {
    const address = addressOf(c)
    if (!address || !isPublic(address.container)) return c.notFound()
    const format = formatFor(c.req.header("accept") ?? "")
    const bytes = await images.size(address, widthFor(Number(c.req.query("w")) || 0), format)
    if (!bytes) return c.notFound()
    return image(bytes, { "Content-Type": `image/${format}`, "Cache-Control": FOREVER, Vary: "Accept" })
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
