import type { Page } from "playwright"
import { expect } from "#tests/support/expect.ts"

/** Expects the summary to be focused and to have these lines, each a link to an invalid field. */
export async function expectSummary(page: Page, lines: string[]) {
  const summary = page.locator(".summary")
  await expect(summary.getByRole("link")).toHaveText(lines)
  await expect(summary).toBeFocused()
  for (const link of await summary.getByRole("link").all()) {
    const field = page.locator((await link.getAttribute("href")) ?? "")
    await expect(field).toHaveAttribute("aria-describedby", /-error\b/)
  }
}
