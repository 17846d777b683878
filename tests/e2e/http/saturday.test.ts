import { expect, it } from "vitest"
import { checkCents } from "#tests/saturday/check-cents.ts"
import { SATURDAY } from "#tests/saturday/day.ts"
import { carry } from "#tests/saturday/hand-over-on-phone.ts"
import { openStall } from "#tests/saturday/open-stall.ts"
import { type PlacedOrder, placeOrder } from "#tests/saturday/place-order.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { type Visitor, visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

/** Of the forty orders those with which something is wrong, and a third of the others, of every window and kind. */
const ORDERS = SATURDAY.filter(({ trouble }, index) => trouble || index % 3 === 0)

it("works through a Saturday without JavaScript, correct to the cent", {
  tags: ["TODAY-8", "NOJS-5"],
  timeout: 180_000,
}, async () => {
  const stall = await openStall(server)
  const placed: PlacedOrder[] = []
  for (const order of ORDERS) placed.push(await placeOrder(server, stall, order))
  const seller = await visitor(server, stall.market.actor)
  const fresh = await seller.open("/market-today?stage=new")
  expect((await fresh.press(`Got it, all ${placed.length} new`)).text).toContain("No new orders.")
  for (const order of placed) {
    await pack(seller, stall, order)
    await handOver(seller, order)
    if (order.handover === "courier") await carry({ site: server, stall }, order)
  }
  const done = await seller.open("/market-today?stage=done")
  for (const { number } of placed) expect(done.document.getElementById(`order-${number}`)).toBeTruthy()
  expect(await checkCents(server, placed)).toEqual([])
})

async function pack(seller: Visitor, stall: Awaited<ReturnType<typeof openStall>>, order: PlacedOrder) {
  let page = await (await seller.open("/market-today")).follow(`Start packing, order ${order.number}`)
  const { trouble } = order
  if (trouble?.kind === "shortage")
    page = await page.press(`${trouble.packed === 0 ? "Out of stock" : "One less"}: ${trouble.of}`)
  if (trouble?.kind === "weight")
    page = await page.press(/^Save the weight/, { "Real weight, at most 2 lb": String(trouble.pounds) })
  if (trouble?.kind === "replacement") {
    const form = await page.follow(new RegExp(`^Replace.*: ${trouble.of}`))
    const { variantId } = stall.products.get(trouble.by)!
    page = await form.press(`Offer it to ${order.firstName}`, { "Replace with": variantId })
    const bought = await (await visitor(server, order.customer)).open(`/order?OrderID=${order.id}`)
    await bought.press(trouble.answer === "yes" ? "Yes, replace it" : "No, refund it")
    page = await seller.open(page.path)
  }
  const packed = await page.press(/^(All as ordered: )?(ready to pick up|packed)$/i)
  expect(packed.text).toContain("Packed in 1 bag.")
}

async function handOver(seller: Visitor, { handover, number, confirmation }: PlacedOrder): Promise<void> {
  const page: HtmlPage = await seller.open("/market-today?stage=ready")
  const card = page.document.getElementById(`order-${number}`)!
  if (handover === "pickup") await page.press("Hand over", { "Confirmation code": confirmation }, card)
  if (handover === "courier") await page.press(`Send a courier, order ${number}`)
  if (handover === "own delivery")
    await (await page.press(`Deliver it ourselves, order ${number}`)).press(`Mark delivered, order ${number}`)
}
