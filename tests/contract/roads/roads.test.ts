import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { valhallaDirections } from "#server/adapters/places/valhalla-directions.ts"
import { serveRoads } from "#server/cli/serve-roads.ts"

it("speaks as Valhalla does of places without a way, and of places that are not on its map", {
  tags: ["PLACE-5"],
}, async () => {
  const rejections = [
    "Route error: No path could be found for input",
    "Route error: No suitable edges near location",
  ]
  const roads = serveRoads({ route: () => Promise.reject(new Error(rejections.shift())) }, 0)
  onTestFinished(() => roads.stop())
  const [here, there] = [
    { lat: 39.29175, lng: -76.6 },
    { lat: 39.2864, lng: -76.6075 },
  ]
  expect(await valhallaDirections(roads.url).route(here, there)).toBeNull()
  await expect(valhallaDirections(roads.url).route(here, there)).rejects.toThrow("error 171")
})

/** Not part of the everyday suite, because it installs 280 MB. Run it with `ROADS_EXTRACT=…/baltimore.osm.pbf`. */
const extract = process.env.ROADS_EXTRACT
if (extract)
  describe("npm run roads", { tags: ["PLACE-5"] }, () => {
    let url = ""
    let stop = () => {}
    beforeAll(async () => {
      const child = spawn(process.execPath, ["server/cli/roads.ts", extract ?? ""], { stdio: "pipe" })
      stop = () => void child.kill()
      for await (const line of createInterface(child.stdout)) {
        url = /VALHALLA_URL=(\S+)/.exec(line)?.[1] ?? ""
        if (url) break
      }
    }, 300_000)
    afterAll(() => stop())

    it("leads through Baltimore by real turns, with words to read and to speak", async () => {
      const route = await valhallaDirections(url).route(
        { lat: 39.29175, lng: -76.6 },
        { lat: 39.2864, lng: -76.6075 },
      )
      expect(route).toMatchObject({ isEstimate: false, source: "valhalla" })
      expect(route!.steps.length).toBeGreaterThan(3)
      expect(route!.steps.map(({ text }) => text).join(" ")).toMatch(/Turn (left|right) onto .+ Street/)
      expect(route!.steps.every(({ speech }) => speech.length > 0)).toBe(true)
      expect(route!.geometry.length).toBeGreaterThan(10)
    })

    it("fails for a place that is not on this map, so that the estimate takes over", async () => {
      const away = valhallaDirections(url).route({ lat: 40.7, lng: -74 }, { lat: 39.2864, lng: -76.6075 })
      await expect(away).rejects.toThrow("error 171")
    })
  })
