import { eq } from "drizzle-orm"
import { expect as expectValue, it } from "vitest"
import { cartLines, checkouts, orders, sessions } from "#db/schema/index.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { awake } from "#tests/support/hold-react.ts"
import { aPersonWithPassword, signInAt } from "#tests/support/people.ts"
import { useServer } from "#tests/support/server.ts"
import { WAYS } from "#tests/support/ways.ts"

const server = useServer()
const browser = useBrowser()

async function aCustomer() {
  const { db } = server.database
  const person = await aPersonWithPassword(db, ["customer"])
  const cookie = await signInAt(server, person, "customer")
  // The process has seen the session live.
  expectValue((await fetch(`${server.url}/customer-dashboard`, { headers: { cookie } })).status).toBe(200)
  return {
    ...person,
    cookie,
    signOutElsewhere: () => db.delete(sessions).where(eq(sessions.userId, person.userId)),
  }
}

const STEPS = [
  ["POST", "/view-product", (product: string) => ({ productId: product, size: "", quantity: "2" })],
  ["POST", "/shopping-cart", () => ({ intent: "proceed", fulfilment: "pickup", quote: "" })],
  ["POST", "/pay/begin", () => ({})],
  ["GET", "/pay/return?checkout=0198c5b2-7d3e-7c7a-9c3e-2f4b5a6d7e8f", () => undefined],
] as const

it.each(STEPS)(
  "%s %s: turns away whoever was signed out since, and has done nothing",
  async (method, path, fields) => {
    const { db } = server.database
    const product = await aProduct(db, await aMarket(db))
    const { cookie, signOutElsewhere } = await aCustomer()
    await signOutElsewhere()
    const given = fields(product.id)
    const send = () =>
      fetch(server.url + path, {
        ...{ method, redirect: "manual" },
        headers: { cookie, origin: server.url, "user-agent": "Mozilla/5.0" },
        ...(given ? { body: new URLSearchParams(given) } : {}),
      })
    const first = await send()
    expectValue([first.status, first.headers.get("location")]).toEqual([307, path])
    expectValue(first.headers.get("cache-control")).toBe("no-store")
    const again = await send()
    expectValue([again.status, again.headers.get("location")]).toEqual([302, "/Welcome"])
    for (const table of [cartLines, checkouts, orders]) expectValue(await db.select().from(table)).toEqual([])
  },
)

it.each(WAYS)(
  "leads to the welcome page whoever was signed out elsewhere and buys on, $name",
  async ({ options }) => {
    const { db } = server.database
    const product = await aProduct(db, await aMarket(db), { name: "Honey" })
    const { cookie, userId, signOutElsewhere } = await aCustomer()
    const page = await browser.visit(server.url, options)
    await page.context().addCookies(
      cookie.split("; ").map((pair) => {
        const [name = "", value = ""] = pair.split("=")
        return { name, value, url: server.url }
      }),
    )
    await page.goto(`/view-product?product=${product.id}`)
    if (options.javaScript !== false) await awake(page)
    await signOutElsewhere()
    await page.getByRole("button", { name: "Add to the Cart" }).click()
    await expect(page).toHaveURL(/\/Welcome$/)
    expectValue(await db.select().from(cartLines).where(eq(cartLines.customerId, userId))).toEqual([])
  },
)
