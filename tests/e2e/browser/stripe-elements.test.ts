import { join } from "node:path"
import { type Sandbox, startSandbox } from "@pushcart/stripe-sandbox/start-sandbox"
import { afterAll, beforeAll, expect, it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"

const browser = useBrowser()
const CSP =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; frame-src 'none'"
const PAGE = `<!doctype html><html lang="en"><head><title>Shop</title></head><body><div id="root"></div>
  <script src="/dev/stripe/v3/stripe.js"></script><script type="module" src="/shop.js"></script></body></html>`

let sandbox: Sandbox
let shop: ReturnType<typeof Bun.serve>
beforeAll(async () => {
  sandbox = await startSandbox()
  const built = await Bun.build({
    entrypoints: [join(import.meta.dirname, "stripe-elements-page.tsx")],
    target: "browser",
    define: { "process.env.NODE_ENV": '"production"' },
  })
  const script = await built.outputs[0]!.text()
  shop = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => {
      const { pathname, search } = new URL(request.url)
      if (pathname.startsWith("/dev/stripe/")) {
        return fetch(`${sandbox.base}${pathname.slice("/dev/stripe".length)}${search}`, request)
      }
      if (pathname === "/shop.js")
        return new Response(script, { headers: { "content-type": "text/javascript" } })
      if (pathname !== "/") return new Response(null, { status: 204 })
      return new Response(PAGE, {
        headers: { "content-type": "text/html", "content-security-policy": CSP },
      })
    },
  })
})
afterAll(async () => {
  await shop.stop(true)
  await sandbox.kill()
})

const base = () => `http://127.0.0.1:${shop.port}`
const intent = () => sandbox.stripe.paymentIntents.create({ amount: 1_200, currency: "usd" })

async function fill(page: Awaited<ReturnType<typeof browser.visit>>, number: string) {
  await page.getByLabel("Card number").fill(number)
  await page.getByLabel("Expiry").fill("12 / 34")
  await page.getByLabel("CVC").fill("123")
  await page.getByLabel("ZIP").fill("10001")
}

it("lets the real React Elements pay with the sandbox's script: faults, decline, 3-D Secure failed and passed", {
  tags: ["PAY-6", "SANDBOX-13"],
}, async () => {
  browser.expectProblem(/402/)
  const { client_secret, id } = await intent()
  const page = await browser.visit(base())
  await page.goto(`/?secret=${client_secret}`)
  await page.getByText("Test card form – no real money").waitFor()
  const pay = page.getByRole("button", { name: "Pay now" })
  const said = page.locator("output")
  await pay.click()
  await expect.poll(() => said.textContent()).toBe("Your card number is incomplete.")
  await fill(page, "4000 0000 0000 9995")
  await pay.click()
  await expect.poll(() => said.textContent()).toBe("Your card has insufficient funds.")
  await fill(page, "4000 0025 0000 3155")
  await pay.click()
  await page.getByRole("button", { name: "Fail authentication" }).click()
  await expect.poll(() => said.textContent()).toContain("unable to authenticate")
  await pay.click()
  await page.getByRole("button", { name: "Complete authentication" }).click()
  await expect.poll(() => said.textContent()).toBe("paid: succeeded")
  expect((await sandbox.stripe.paymentIntents.retrieve(id)).status).toBe("succeeded")
})

it("makes payment methods from the card element and tokens from bank numbers", {
  tags: ["SANDBOX-13"],
}, async () => {
  const page = await browser.visit(base())
  await page.goto("/")
  await fill(page, "5555 5555 5555 4444")
  await page.getByRole("button", { name: "Save" }).click()
  await expect.poll(() => page.locator("output").textContent()).toBe("4444 6789 ok")
})
