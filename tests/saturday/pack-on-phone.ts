import type { Page } from "playwright"
import type { Site } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"
import type { Stall } from "./open-stall.ts"
import type { PlacedOrder } from "./place-order.ts"
import type { Taps } from "./taps.ts"

export type Phone = { site: Site; stall: Stall; page: Page; taps: Taps }

const TODAY = "/market-today"

/** Packs an order from its card, with what is missing of it, and returns to the list. */
export async function packOnPhone({ site, stall, page, taps }: Phone, order: PlacedOrder): Promise<void> {
  const step = order.trouble ? `pack, ${order.trouble.kind}` : "pack"
  await taps.tap(step, page.getByRole("link", { name: new RegExp(`^Start packing, order ${order.number}`) }))
  await page.waitForURL("**/pack-order?**")
  const { trouble } = order
  if (trouble) await unfold({ page, taps }, step, trouble.of)
  if (trouble?.kind === "shortage" && trouble.packed === 0)
    await taps.tap(step, page.getByRole("button", { name: `Out of stock: ${trouble.of}` }))
  if (trouble?.kind === "shortage" && trouble.packed > 0)
    await taps.tap(step, page.getByRole("button", { name: `One less: ${trouble.of}` }))
  if (trouble?.kind === "shortage") await page.getByText(/^1 of \d dealt with/).waitFor()
  if (trouble?.kind === "weight") {
    await taps.type(step, page.getByLabel(/^Real weight/), String(trouble.pounds))
    await taps.tap(step, page.getByRole("button", { name: /^Save the weight/ }))
    await page.getByText(`${trouble.pounds} lb of`).waitFor()
  }
  if (trouble?.kind === "replacement") {
    await taps.tap(step, page.getByRole("link", { name: new RegExp(`^Replace.*: ${trouble.of}`) }))
    await taps.choose(step, page.getByLabel("Replace with"), stall.products.get(trouble.by)?.variantId ?? "")
    await taps.tap(step, page.getByRole("button", { name: `Offer it to ${order.firstName}` }))
    await page.getByText("Offered:").waitFor()
    const customer = await (await visitor(site, order.customer)).open(`/order?OrderID=${order.id}`)
    await customer.press(trouble.answer === "yes" ? "Yes, replace it" : "No, refund it")
    await page.getByText("Offered:").waitFor({ state: "detached" })
  }
  await taps.tap(step, page.getByRole("button", { name: /^(All as ordered: )?(ready to pick up|packed)$/i }))
  await page.getByText("Packed in 1 bag.").waitFor()
  await taps.tap(step, page.getByRole("link", { name: "Back to Today" }))
  await page.waitForURL(`**${TODAY}**`)
  taps.done(step)
}

/** Opens what can be done about a line, unless the page has opened it already. */
async function unfold({ page, taps }: Pick<Phone, "page" | "taps">, step: string, product: string) {
  const line = page.getByRole("listitem").filter({ hasText: product })
  await line.locator("details").waitFor()
  if ((await line.locator("details[open]").count()) === 0) await taps.tap(step, line.locator("summary"))
}
