import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  PUBLISHABLE_KEY,
  type Sandbox,
  SECRET_KEY,
  WEBHOOK_SECRET,
} from "@pushcart/stripe-sandbox/start-sandbox"
import type { RouteConfigEntry } from "@react-router/dev/routes"
import { Hono } from "hono"
import type { ServerBuild } from "react-router"
import { layoutDataContext } from "#app/context.ts"
import routes from "#app/routes.ts"
import { createRuntime, type Runtime } from "#server/compose.ts"
import { parseEnv } from "#server/config/env.ts"
import { callers } from "#server/http/caller.ts"
import type { HttpEnv } from "#server/http/http-env.ts"
import { pages } from "#server/http/pages.ts"
import { AUTH_SECRET } from "#tests/support/auth-secret.ts"
import { type Statement, withStatementLog } from "#tests/support/statement-log.ts"
import { watchStatements } from "./watch-statements.ts"

type Module = NonNullable<ServerBuild["routes"][string]>["module"]

export type WatchedSite = {
  runtime: Runtime
  fetch(request: Request): Promise<Response>
  /** Returns the statements that are sent during `work`. */
  during(work: () => Promise<unknown>): Promise<Statement[]>
  close(): Promise<void>
}

/**
 * The server in this process, with the pages at these paths: their guards, loaders and actions run as in a browser's
 * request, and nothing is rendered. Its pool is watched.
 */
export async function startWatchedSite(
  { url }: { url: string },
  sandbox: Sandbox,
  paths: readonly string[],
): Promise<WatchedSite> {
  const folder = mkdtempSync(join(tmpdir(), "pushcart-statements-"))
  const runtime = await createRuntime(
    parseEnv({
      PROCESS: "all",
      MODE: "demo",
      LOG_LEVEL: "error",
      DATABASE_URL: withStatementLog(url),
      DATA_DIR: folder,
      AUTH_SECRET,
      ROOMS_SECRET: "b".repeat(32),
      IMAGE_SECRET: "c".repeat(32),
      STRIPE_API_URL: sandbox.base,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    }),
  )
  const during = watchStatements(runtime.database.pool)
  const app = new Hono<HttpEnv>()
    .use(async (c, next) => {
      c.set("nonce", "nonce")
      await next()
    })
    .use(callers(runtime))
    .all("*", pages(runtime, await buildOf(paths), { development: false }))
  return {
    runtime,
    fetch: async (request) => app.fetch(request),
    during,
    async close() {
      await runtime.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** React Router's server build of some pages, without a client's files. */
async function buildOf(paths: readonly string[]): Promise<ServerBuild> {
  const found: ServerBuild["routes"] = { root: { id: "root", path: "", module: ROOT } }
  for (const entry of routes as RouteConfigEntry[]) {
    const pages = (entry.children ?? []).filter(({ path = "" }) => paths.includes(path))
    if (pages.length === 0) continue
    found[entry.file] = { id: entry.file, parentId: "root", module: await moduleOf(entry.file) }
    for (const { file, path } of pages)
      found[file] = {
        id: file,
        parentId: entry.file,
        ...(path ? { path } : {}),
        module: await moduleOf(file),
      }
  }
  return {
    entry: { module: { default: (_request, status, headers) => new Response("", { status, headers }) } },
    routes: found,
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    publicPath: "/",
    assetsBuildDirectory: "",
    basename: "/",
    future: {} as ServerBuild["future"],
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "" },
  }
}

/** Loads the layout's data. The real root module cannot be used: it needs the built page script. */
const ROOT: Module = { default: () => null, loader: ({ context }) => context.get(layoutDataContext)() }

const moduleOf = async (file: string) => (await import(/* @vite-ignore */ `../../app/${file}`)) as Module
