import { and, eq } from "drizzle-orm"
import type { Actor, AdminContext, Context, SellerActor, SellerContext } from "../../../core/context.ts"
import { keepImage } from "../../../core/images/keep-image.server.ts"
import { saveImage } from "../../../core/images/save-image.server.ts"
import { ZERO } from "../../../core/money.ts"
import { acknowledgeOrder } from "../../../core/orders/acknowledge-order.server.ts"
import { cancelOrder } from "../../../core/orders/cancel-order.server.ts"
import { chooseCourier } from "../../../core/orders/choose-courier.server.ts"
import { markDelivered } from "../../../core/orders/mark-delivered.server.ts"
import { moveOrder } from "../../../core/orders/move-order.server.ts"
import { ofSeller } from "../../../core/orders/order-queries.server.ts"
import { packLine } from "../../../core/orders/pack-line.server.ts"
import { packOrder } from "../../../core/orders/pack-order.server.ts"
import { setPickupStatus } from "../../../core/orders/set-pickup-status.server.ts"
import { settlePacking } from "../../../core/orders/settle-packing.server.ts"
import { shipOrder } from "../../../core/orders/ship-order.server.ts"
import { assignDeliveryFee } from "../../../core/payments/assign-delivery-fee.server.ts"
import { refundOrder } from "../../../core/payments/refund-order.server.ts"
import { deliveries, orderLines } from "../../../db/schema/index.ts"
import { transaction } from "../../../db/transaction.ts"
import { allImages } from "./demo-images.ts"
import { ADMIN } from "./demo-people.ts"
import { renderImage } from "./draw-image.ts"
import type { Step } from "./order-plans.ts"

type ContextAt = <A extends Actor>(actor: A, minutesLater: number) => Context<A>
type Told = { orderId: string; steps: readonly Step[]; seller: SellerActor; idOf(email: string): string }

/** Minutes from the order to its first step, and from each step to the next. */
export const MINUTES_BETWEEN = 25

/** Takes the steps of the seller and the couriers with an order, in sequence. */
export async function takeSteps(ctxFor: ContextAt, told: Told): Promise<void> {
  for (const [index, step] of told.steps.entries()) {
    const later = (index + 1) * MINUTES_BETWEEN
    const { orderId } = told
    if (typeof step === "string") await sellerStep(ctxFor(told.seller, later), orderId, step)
    else if ("check" in step) await checkOff(ctxFor(told.seller, later), orderId, step)
    else if ("cancel" in step) {
      const ctx = ctxFor(told.seller, later)
      await cancelOrder(ctx, { orderId, reason: step.cancel, by: "seller", mine: ofSeller(ctx) })
    } else if ("refund" in step)
      await refundOne(ctxFor({ role: "admin", userId: told.idOf(ADMIN.email) }, later), orderId, step.refund)
    else await courierStep(ctxFor, { orderId, step, later, idOf: told.idOf })
    // Ten seconds after packing, what is missing is refunded.
    if (step === "pack") await settlePacking(ctxFor({ role: "system" }, later + 1), { orderId })
  }
}

async function sellerStep(ctx: SellerContext, orderId: string, step: Extract<Step, string>): Promise<void> {
  switch (step) {
    case "acknowledge":
      return acknowledgeOrder(ctx, { orderId })
    case "pack":
      return packOrder(ctx, { orderId, bags: 1, allAsOrdered: true })
    case "ready":
      return setPickupStatus(ctx, { orderId, status: "ready to pick up" })
    case "handOver":
      return setPickupStatus(ctx, { orderId, status: "picked up" })
    case "startDelivery":
      return chooseCourier(ctx, { orderId, hasDeliverer: true })
    case "offer":
      return chooseCourier(ctx, { orderId, hasDeliverer: false })
    case "ship":
      return shipOrder(ctx, { orderId, carrier: "UPS", trackingNumber: "1Z999AA10123456784" })
    case "markDelivered":
      return markDelivered(ctx, orderId)
  }
}

type CheckStep = Extract<Step, { check: string }>

async function checkOff(
  ctx: SellerContext,
  orderId: string,
  { check, packed, weight, isSoldOut = false }: CheckStep,
): Promise<void> {
  const [line] = await ctx.db
    .select({ id: orderLines.id })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.productName, check)))
  if (!line) throw new Error(`An order of the demo has no ${check}`)
  await packLine(ctx, { lineId: line.id, packedQuantity: packed, amount: weight, stockToZero: isSoldOut })
}

/** Refunds one item of the first line, paid for by the market. */
async function refundOne(ctx: AdminContext, orderId: string, sentence: string): Promise<void> {
  const [line] = await ctx.db
    .select({ id: orderLines.id })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.id)
  if (!line) throw new Error("An order of the demo is empty")
  const lines = [{ lineId: line.id, quantity: 1 }]
  const nothing = { feeCents: ZERO, tipCents: ZERO, amountCents: ZERO }
  await refundOrder(ctx, { orderId, lines, ...nothing, reason: "broken", sentence, bearer: "seller" })
}

type CourierStep = Exclude<Step, string | CheckStep | { cancel: string } | { refund: string }>

async function courierStep(
  ctxFor: ContextAt,
  { orderId, step, later, idOf }: { orderId: string; step: CourierStep; later: number; idOf: Told["idOf"] },
): Promise<void> {
  const [[move, email] = []] = Object.entries(step) as ["take" | "pickUp" | "deliver", string][]
  if (!move || !email) return
  const userId = idOf(email)
  const ctx = ctxFor({ role: "deliverer", userId }, later)
  const photo = move === "deliver" ? await keepImage(ctx, "deliveries", await doorstep()) : undefined
  await transaction(ctx.db, async (tx) => {
    await moveOrder(ctx, tx, { orderId, move, mine: undefined })
    const now = ctx.now()
    const facts = {
      take: { courierId: userId, takenAt: now, firstTakenAt: now },
      pickUp: { pickedUpAt: now },
      deliver: { deliveredAt: now },
    }[move]
    const photoId = photo ? await saveImage(tx, photo, { ownerId: userId }) : undefined
    await tx
      .update(deliveries)
      .set({ ...facts, ...(photoId ? { photoId } : {}) })
      .where(eq(deliveries.orderId, orderId))
    if (move === "take") await assignDeliveryFee(tx, orderId, { party: "deliverer", userId })
  })
}

async function doorstep(): Promise<Uint8Array> {
  const [image] = allImages()
  if (!image) throw new Error("The demo has no drawing")
  return renderImage(image, 600)
}
