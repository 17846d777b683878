import { createRequire } from "node:module"
import { Hono } from "hono"
import type { HttpEnv } from "#server/http/http-env.ts"
import { openapi } from "./openapi.ts"
import { OPERATIONS } from "./operations/index.ts"

const VIEWER = new Map([
  ["swagger-ui.css", "text/css; charset=utf-8"],
  ["swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
])

/** The document at /openapi.json, and Swagger UI over it at /docs, with its files served from our own origin. */
export function reference(): Hono<HttpEnv> {
  let document: string | undefined
  const api = new Hono<HttpEnv>()
  api.get("/openapi.json", (c) => {
    document ??= JSON.stringify(openapi(OPERATIONS))
    return c.body(document, 200, { "Content-Type": "application/json", "Cache-Control": "no-cache" })
  })
  api.get("/docs", (c) => c.html(page(c.get("nonce") ?? "")))
  api.get("/docs/:file", async (c) => {
    const name = c.req.param("file")
    const type = VIEWER.get(name)
    if (!type) return c.notFound()
    // This file is bundled, so it runs in another folder than the one it was built in.
    const path = createRequire(Bun.main).resolve(`swagger-ui-dist/${name}`)
    return c.body(await Bun.file(path).arrayBuffer(), 200, {
      "Content-Type": type,
      "Cache-Control": "public, max-age=3600",
    })
  })
  return api
}

const page = (nonce: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API — Pushcart</title>
<link rel="icon" href="data:,">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="/api/v1/docs/swagger-ui.css">
<script nonce="${nonce}">
const dark = matchMedia("(prefers-color-scheme: dark)")
const show = () => document.documentElement.classList.toggle("dark-mode", dark.matches)
dark.addEventListener("change", show)
show()
</script>
</head>
<body>
<div id="reference"></div>
<noscript>This reference needs JavaScript. The same is in <a href="/api/v1/openapi.json">openapi.json</a>.</noscript>
<script src="/api/v1/docs/swagger-ui-bundle.js"></script>
<script nonce="${nonce}">
SwaggerUIBundle({ url: "/api/v1/openapi.json", dom_id: "#reference", deepLinking: true, validatorUrl: null })
</script>
</body>
</html>`
