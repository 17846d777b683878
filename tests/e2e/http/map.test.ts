import { describe, expect, it } from "vitest"
import { aMarket } from "#tests/support/factories/markets.ts"
import { anMBTiles, readTile, STREET_TILE } from "#tests/support/map-tiles.ts"
import { useServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useServer({ env: { MAP_TILES: anMBTiles() } })
const street = `${STREET_TILE.z}/${STREET_TILE.x}/${STREET_TILE.y}`
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/map/${path}`, { headers })

describe("the map's files", { tags: ["MAP-12"] }, () => {
  it("serve streets of the file as tiles that browsers keep and ask for again by their tag", async () => {
    const tile = await get(`streets/${street}`)
    expect(tile.headers.get("content-type")).toBe("application/x-protobuf")
    expect(tile.headers.get("cache-control")).toContain("max-age=604800")
    const [name] = readTile(await tile.bytes()).transportation_name ?? []
    expect(name?.["name:latin"]).toBe("Eastern Avenue")
    const again = await get(`streets/${street}`, { "if-none-match": tile.headers.get("etag") ?? "" })
    expect([again.status, (await again.bytes()).byteLength]).toEqual([304, 0])
  })

  it("are plain where the browser takes no gzip, and empty where there is no street", async () => {
    const plain = await get(`streets/${street}`, { "accept-encoding": "identity" })
    expect(plain.headers.get("content-encoding")).toBeNull()
    expect(readTile(await plain.bytes()).transportation).toHaveLength(1)
    expect((await get("streets/12/0/0")).status).toBe(204)
  })

  it("name their tiles by paths of our own, in a style for each color scheme", async () => {
    for (const theme of ["light", "dark"]) {
      const response = await get(`style/${theme}.json`)
      const { sources } = (await response.json()) as { sources: Record<string, { tiles: string[] }> }
      expect(response.status).toBe(200)
      expect(Object.keys(sources).sort()).toEqual(["names", "outlines", "streets"])
      for (const [kind, { tiles }] of Object.entries(sources))
        expect(tiles).toEqual([`/map/${kind}/{z}/{x}/{y}`])
    }
  })

  it("are not found, and never a fault, at any other address", async () => {
    const odd = [
      "style/blue.json",
      "style/light",
      "streets/12/1176",
      "secrets/1/1/1",
      "__proto__/1/1/1",
      "constructor/1/1/1",
    ]
    const tiles = ["streets/0/0/1", "streets/1/-1/0", "names/a/b/c", "outlines/99/0/0", "outlines/1/1/0.json"]
    const paths = [
      "streets/..%2f..%2f..%2fetc/passwd/0",
      "streets/%2e%2e/%2e%2e/streets.mbtiles",
      "..%2f.env/1/1/1",
    ]
    for (const path of [...odd, ...tiles, ...paths])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })
})

it("writes the cities and zips of the zip table", { tags: ["MAP-11"] }, async () => {
  const near = readTile(await (await get("names/10/294/390")).bytes())
  expect(near.cities?.map(({ name }) => name)).toContain("Baltimore")
  expect(near.zips?.map(({ zip }) => zip)).toContain("21224")
  const outlines = readTile(await (await get("outlines/4/4/6")).bytes())
  expect(outlines.states?.map(({ name }) => name)).toContain("Maryland")
})

it("has both views as links that keep filters and page, and without JavaScript says why there is no map", {
  tags: ["MAP-10", "NOJS-2"],
}, async () => {
  await aMarket(server.database.db, { name: "Corner Grocer" })
  const rosa = await visitor(server)
  const list = await rosa.open("/home?zip=10001&open=1&pickup=1")
  const filtered = await rosa.open("/home?zip=10001")
  const map = await filtered.follow("Map")
  expect(new URL(map.path, server.url).searchParams.get("view")).toBe("map")
  expect(map.get("link", "Map").getAttribute("aria-current")).toBe("true")
  expect(map.text).toContain("The map needs JavaScript. The list shows the same places.")
  expect(map.get("heading", "Corner Grocer")).toBeTruthy()
  const kept = new URL(map.get("link", "Open now").getAttribute("href") ?? "", server.url).searchParams
  expect([kept.get("view"), kept.get("zip"), kept.get("open")]).toEqual(["map", "10001", "1"])
  expect((await map.follow("List")).path).not.toContain("view")
  expect(list.text).toContain("near 10001")
})
