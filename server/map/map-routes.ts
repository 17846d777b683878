import { type Context, Hono } from "hono"
import { etag } from "hono/etag"
import type { MapNames } from "#core/places/list-map-names.server.ts"
import { MAP_COLORS, type MapTheme } from "./map-colors.ts"
import type { MapStreets } from "./map-streets.ts"
import { mapStyle } from "./map-style.ts"
import { tileAddress } from "./tile-address.ts"
import type { Tile, Tiles } from "./tiles.ts"

type Options = {
  streets: MapStreets
  /** Called when the first map requests names. */
  listNames: () => Promise<MapNames>
}

/** Even an outdated response shows the same country, so a courier without a network still has the map. */
const STYLE_AGE = "public, max-age=3600, stale-while-revalidate=604800"
const TILE_AGE = "public, max-age=604800, stale-while-revalidate=2592000"

/** Serves the map's style and its tiles. Any other path is not found; no path refers to a file. */
export function mapRoutes({ streets, listNames }: Options) {
  const kinds: Record<string, () => Promise<Tiles | null>> = {
    // The code for tiles is loaded with the first map, to keep the start fast.
    outlines: once(async () => (await import("./outline-tiles.ts")).openOutlines()),
    names: once(async () => (await import("./name-tiles.ts")).openNames(await listNames())),
    streets: async () => streets.tiles,
  }
  const app = new Hono()
  app.use("/map/*", etag())
  app.get("/map/style/:name", (c) => {
    const theme = /^(light|dark)\.json$/.exec(c.req.param("name"))?.[1] as MapTheme | undefined
    if (!theme || !(theme in MAP_COLORS)) return c.notFound()
    return c.json(mapStyle(theme, streets), 200, { "Cache-Control": STYLE_AGE })
  })
  app.get("/map/:kind/:z/:x/:y", async (c) => {
    const { kind, ...parts } = c.req.param()
    const address = tileAddress(parts)
    const open = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    const tiles = address && (await open?.())
    if (!tiles) return c.notFound()
    return sendTile(c, await tiles.tile(address))
  })
  return app
}

function sendTile(c: Context, tile: Tile | null): Response {
  c.header("Cache-Control", TILE_AGE)
  if (!tile) return c.body(null, 204)
  c.header("Content-Type", "application/x-protobuf")
  c.header("Vary", "Accept-Encoding")
  if (!/\bgzip\b/.test(c.req.header("Accept-Encoding") ?? "")) return c.body(Bun.gunzipSync(tile))
  c.header("Content-Encoding", "gzip")
  return c.body(tile)
}

/** Opens on the first call, and again after a failure. */
function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
}
