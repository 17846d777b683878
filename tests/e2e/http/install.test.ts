import { describe, expect, it } from "vitest"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

const manifestAt = async (path: string) => {
  const answer = await fetch(new URL(path, server.url))
  expect(answer.headers.get("content-type")).toBe("application/manifest+json")
  return (await answer.json()) as {
    name: string
    start_url: string
    icons: { src: string; sizes: string; purpose: string }[]
    shortcuts: { url: string }[]
  }
}

describe("the app of each role", { tags: ["APP-6"] }, () => {
  it.each([
    ["customer", "Pushcart", "/home"],
    ["seller", "Pushcart for sellers", "/market-dashboard"],
    ["deliverer", "Pushcart for couriers", "/deliveries"],
    ["admin", "Pushcart for admins", "/admin-dashboard"],
    ["nonsense", "Pushcart", "/home"],
  ])("of %s has its own name, start and icons", async (role, name, start) => {
    const manifest = await manifestAt(`/manifest.webmanifest?for=${role}`)
    expect(manifest).toMatchObject({ name, start_url: start })
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      "192x192 any",
      "192x192 maskable",
      "512x512 any",
      "512x512 maskable",
    ])
    for (const { src } of manifest.icons) {
      const icon = await fetch(new URL(src, server.url))
      expect([src, icon.status, icon.headers.get("content-type")]).toEqual([src, 200, "image/png"])
    }
  })

  it("is the one that a person's pages name", async () => {
    const { db } = server.database
    const customer = await visitor(server, (await aCustomer(db)).actor)
    const seller = await visitor(server, (await aMarket(db)).actor)
    const named = async (who: typeof customer) =>
      (await who.open("/faq")).document.querySelector("link[rel=manifest]")?.getAttribute("href")
    expect(await named(customer)).toBe("/manifest.webmanifest?for=customer")
    expect(await named(seller)).toBe("/manifest.webmanifest?for=seller")
  })
})

describe("the service worker", () => {
  it("is a script that browsers ask for again each time", { tags: ["APP-5"] }, async () => {
    const answer = await fetch(new URL("/service-worker.js", server.url))
    expect(answer.headers.get("content-type")).toBe("text/javascript")
    expect(answer.headers.get("cache-control")).toBe("no-cache")
    expect(await answer.text()).toContain("static-files")
  })

  it("of nobody in particular is told of no network", { tags: ["APP-1"] }, async () => {
    const nobody = await visitor(server)
    const page = await nobody.open("/offline")
    expect(page.get("heading", "You're offline").tagName).toBe("H1")
    expect(page.get("button", "Try again")).toBeTruthy()
  })
})
