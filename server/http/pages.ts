import type { Context } from "hono"
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router"
import { nonceContext } from "#app/context.ts"
import type { HttpEnv } from "./security-headers.ts"

/** Answers with the page that React Router has for the URL. */
export function pages(build: ServerBuild, options: { development: boolean }) {
  const handle = createRequestHandler(build, options.development ? "development" : "production")
  return (c: Context<HttpEnv>) => {
    const context = new RouterContextProvider()
    context.set(nonceContext, c.get("nonce"))
    return handle(c.req.raw, context)
  }
}
