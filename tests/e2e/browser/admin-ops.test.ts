import { it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aFailingJob } from "#tests/support/failing-job.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { holdNext } from "./hold-page.ts"

const server = useSharedServer()
const browser = useBrowser()

async function adminPage() {
  const page = await browser.visit(server.url)
  await signIn(page, server, (await anAdmin(server.database.db, "Ines")).actor)
  return page
}

it("keeps the toast of a retried job when the page's clock refreshes it while it is on the way", {
  tags: ["OPS-1", "NAV-12"],
}, async () => {
  const { jobId, repair } = await aFailingJob(server)
  const page = await adminPage()
  await page.clock.install()
  const again = page.getByRole("button", { name: `Retry process-image ${jobId}` })
  await expect(async () => {
    await page.goto("/ops")
    await expect(again).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await hydrated(page)
  await expect(page.getByText("refreshed every few seconds")).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  const next = await holdNext(page, "/ops")
  await repair()
  await again.click()
  await next.answered
  await page.clock.runFor(6_000)
  next.release()
  await expect(page.locator(".toast", { hasText: "The job runs again." })).toBeVisible()
})

it("shows an admin the queue board under its own policy", { tags: ["OPS-2"] }, async () => {
  const page = await adminPage()
  await page.goto("/ops/queues/")
  await page.waitForURL("**/ops/queues")
  for (const queue of ["mail", "money", "images", "places", "push", "sweeps"])
    await expect(page.getByRole("link", { name: new RegExp(queue, "i") }).first()).toBeVisible()
  expect(await page.content()).not.toContain("googleapis")
})
