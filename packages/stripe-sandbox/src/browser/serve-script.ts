import { join } from "node:path"
import type { Hono } from "hono"

const ENTRY = join(import.meta.dirname, "script/stripe.ts")
let built: Promise<string> | null = null

/** Serves the local fake for Stripe.js, bundled from `script/` on the first request. */
export function browserScriptRoutes(hono: Hono): void {
  hono.get("/v3/stripe.js", async (context) => {
    built ??= build()
    return context.body(await built, 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-cache",
    })
  })
}

async function build(): Promise<string> {
  const result = await Bun.build({ entrypoints: [ENTRY], target: "browser", format: "iife", minify: true })
  const [output] = result.outputs
  if (!output) throw new Error(`The browser script does not build: ${result.logs.join("\n")}`)
  return output.text()
}
