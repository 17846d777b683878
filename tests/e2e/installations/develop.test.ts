import { utimesSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, expect as expectValue, it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { type Installation, installation } from "./installation.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const DEVELOP = [
  join(root, "node_modules/.bin/bun"),
  join(root, "packages/devkit/src/start/start.ts"),
  "--dev",
]
const PAGE = "app/routes/public/home.tsx"

const browser = useBrowser()
let one: Installation | undefined
afterEach(() => one?.remove())

it("npm run dev: pages wake, and a changed file is in the browser at once, without a reload", {
  tags: ["START-10"],
}, async () => {
  one = await installation()
  const start = one.start({}, DEVELOP)
  await start.prints("Pushcart is open")
  const page = await browser.visit(one.url.replace("127.0.0.1", "localhost"))
  const told: string[] = []
  page.on("console", (message) => void told.push(message.text()))
  await page.goto("/home")
  await expect(page.locator("html[data-hydrated]")).toBeAttached({ timeout: 60_000 })
  await page.evaluate(() => document.documentElement.setAttribute("data-same-page", ""))
  // Touches the file without changing it, to leave the checkout clean.
  utimesSync(join(root, PAGE), new Date(), new Date())
  await expect.poll(() => told.join("\n")).toContain(`[vite] hot updated: /${PAGE}`)
  await expect(page.locator("html[data-same-page]")).toBeAttached()
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  // A link to the page requests this URL: Vite has no such file, and React Router's own server must not respond instead
  // of ours.
  expectValue((await page.request.get("/home.data")).status()).toBe(200)
  await page.close()
  start.kill("SIGINT")
  expectValue(await start.ended).toBe(0)
})
