import { z } from "zod"
import { homeRoom, SESSIONS_ENDED, type SessionsEnded, WAITING_ROOM } from "#core/ports/rooms.ts"
import { stepPush } from "#core/push/push-message.ts"

const id = z.uuid()
const role = z.enum(["customer", "seller", "deliverer", "admin"])

/**
 * The one map of what can happen. Of each event: the shape of its payload, the jobs it queues, and the live
 * messages it sends. The outbox, the job handlers (a missing one does not compile), the rooms and the browser's
 * types derive from it.
 */
export const EVENTS = {
  /** `userId` is null where nobody is to get it: what is answered, and how fast, must not tell who has an account. */
  "email.confirmationRequested": event(
    {
      userId: id.nullable(),
      role,
      /** The page where the person was going. */
      next: z.string().nullish(),
    },
    ["send-confirmation-email"],
  ),
  "email.passwordResetRequested": event({ userId: id.nullable(), role }, ["send-password-reset-email"]),
  "email.deviceLinkRequested": event({ userId: id.nullable(), role }, ["send-device-link-email"]),
  "apiToken.ending": event({ tokenId: id, userId: id, role }, ["send-token-ending-email"]),
  /** Somebody wants another email: the change's row holds it. */
  "email.changeRequested": event({ userId: id, role, changeId: id }, [
    "send-email-change-link",
    "send-email-change-notice",
  ]),
  "email.changed": event({ userId: id, role, changeId: id }, ["send-email-changed-email"]),
  "password.changed": event({ userId: id, role }, ["send-password-changed-email"]),
  "passkey.added": event({ userId: id, role, passkeyId: id }, ["send-passkey-added-email"]),
  "passkey.removed": event({ userId: id, role, count: z.int() }, ["send-passkey-removed-email"]),
  "phone.changed": event({ userId: id, role }, ["send-phone-changed-email"]),
  "email.confirmed": event(
    { userId: id, role },
    ["push-application"],
    (e) => applied(e.role),
    (e) => (isApplicant(e.role) ? [] : ["push-application"]),
  ),
  /** The second version of the terms is coming. */
  "terms.announced": event({ userId: id, role }, ["send-terms-email"]),
  "person.registered": event(
    { userId: id, role },
    ["send-welcome-email", "push-application"],
    (e) => applied(e.role),
    (e) => (isApplicant(e.role) ? [] : ["push-application"]),
  ),
  "person.decided": event(
    { userId: id, role, approved: z.boolean() },
    ["send-decision-email", "keep-one-plan"],
    (e) => [changed(e.role, e.userId, "account"), changed("admin", "ops", "approvals")],
    // A denied seller's subscription ends.
    (e) => (e.role === "seller" && !e.approved ? [] : ["keep-one-plan"]),
  ),
  "person.appliedAgain": event({ userId: id, role }, ["push-application"], (e) => [
    changed(e.role, e.userId, "account"),
    ...applied(e.role),
  ]),
  /** The rows are erased already; the job tells the outside. Open pages find that nobody is signed in any more. */
  "account.deleted": event({ userId: id, roles: z.array(role) }, ["finish-account-deletion"], (e) => [
    ...e.roles.map((one) => changed(one, e.userId, "account")),
    ...e.roles.flatMap((one) => ended(one, { userId: e.userId })),
    ...e.roles.flatMap(applied),
  ]),
  /** Somebody signed out or in again, or all that they had open was ended. Without `sessionId` it is all of them. */
  "sessions.ended": event({ userId: id, roles: z.array(role), sessionId: id.optional() }, [], (e) =>
    e.roles.flatMap((one) => ended(one, { userId: e.userId, sessionId: e.sessionId })),
  ),
  "market.registered": event({ userId: id }, ["locate-market"], () => [changed("admin", "ops", "approvals")]),
  /** A seller asks for another name, address or time zone of the market, or takes that back. */
  "market.changeRequested": event({ userId: id }, [], (e) => [
    changed("seller", e.userId, "account"),
    changed("admin", "ops", "approvals"),
  ]),
  "market.changeDecided": event(
    { userId: id, changeId: id, isMoved: z.boolean() },
    ["send-market-change-email", "locate-market"],
    (e) => [changed("seller", e.userId, "account"), changed("admin", "ops", "approvals")],
    (e) => (e.isMoved ? [] : ["locate-market"]),
  ),
  /** It takes orders again, and this customer asked to be told. */
  "market.opened": event({ marketId: id, customerId: id }, [
    "send-market-opened-email",
    "push-market-opened",
  ]),
  "cart.changed": event({ customerId: id }, [], (e) => [changed("customer", e.customerId, "cart")]),
  "checkout.held": event({ checkoutId: id, customerId: id }, []),
  "checkout.released": event({ checkoutId: id, customerId: id }, ["cancel-checkout-payment"], (e) => [
    changed("customer", e.customerId, "cart"),
  ]),
  "checkout.refundDue": event({ checkoutId: id, customerId: id, refundId: id }, [
    "send-refund",
    "send-checkout-refunded-email",
  ]),
  "order.placed": event(
    {
      orderId: id,
      customerId: id,
      sellerId: id,
      /** False where our own table taxed the order: there is nobody to tell. */
      taxIsRecorded: z.boolean().optional(),
    },
    ["send-order-receipt-email", "send-new-order-email", "push-new-order", "record-sales-tax"],
    (e) => [changed("customer", e.customerId, "orders"), changed("seller", e.sellerId, "orders")],
    (e) => (e.taxIsRecorded === false ? ["record-sales-tax"] : []),
  ),
  "order.statusChanged": event(
    {
      orderId: id,
      customerId: id,
      sellerId: id,
      status: z.string(),
      /** A platform delivery, by its stored name: everyone who could take it is told as well. */
      carriage: z.enum(["platform"]).optional(),
      /** The customer was told of this step before. */
      isRepeated: z.literal(true).optional(),
      /** The courier whose step it is: their deliveries and figures are other ones now. */
      courierId: id.optional(),
    },
    ["send-order-status-email", "push-order-step", "push-new-delivery"],
    (e) => [
      changed("customer", e.customerId, "orders", e.orderId),
      changed("seller", e.sellerId, "orders", e.orderId),
      ...(e.carriage ? [changed(WAITING_ROOM.party, WAITING_ROOM.room, "deliveries", e.orderId)] : []),
      ...(e.courierId ? [changed("deliverer", e.courierId, "money")] : []),
    ],
    (e) => [
      ...(stepPush({ orderId: e.orderId, number: 0 }, e.status, e.carriage)
        ? []
        : ["push-order-step" as const]),
      ...(e.carriage && e.status === "waiting" ? [] : ["push-new-delivery" as const]),
    ],
  ),
  "order.cancelled": event(
    {
      orderId: id,
      customerId: id,
      sellerId: id,
      /** Who was on the way to pick it up. */
      courierId: id.optional(),
      /** It waited for a courier: everyone who could take it is told as well. */
      carriage: z.enum(["platform"]).optional(),
    },
    [
      "send-order-cancelled-email",
      "send-order-cancelled-seller-email",
      "push-order-cancelled",
      "record-sales-tax",
    ],
    (e) => [
      changed("customer", e.customerId, "orders", e.orderId),
      changed("seller", e.sellerId, "orders", e.orderId),
      ...(e.courierId ? [changed("deliverer", e.courierId, "deliveries", e.orderId)] : []),
      ...(e.carriage ? [changed(WAITING_ROOM.party, WAITING_ROOM.room, "deliveries", e.orderId)] : []),
    ],
  ),
  "order.refundDue": event({ orderId: id, refundId: id }, ["send-refund"]),
  /** A part of an order goes back to the customer's card, or went back by the provider's dashboard. */
  "order.refunded": event(
    { orderId: id, refundId: id, customerId: id, sellerId: id },
    ["send-refund", "send-refund-email", "send-refund-seller-email", "push-refund", "record-sales-tax"],
    refundMessages,
  ),
  /** The provider has a refund, has done it, or gave it up. */
  "order.refundMoved": event({ orderId: id, refundId: id, customerId: id, sellerId: id }, [], refundMessages),
  /** The seller has not acted for a day. */
  "order.reminded": event({ orderId: id, sellerId: id }, ["send-order-reminder-email"]),
  /** The customer's bank took the money back, or gave it back after all. */
  "order.disputed": event(
    { orderId: id, sellerId: id, won: z.boolean() },
    ["send-dispute-email", "send-dispute-admin-email"],
    (e) => [changed("seller", e.sellerId, "orders", e.orderId), changed("admin", "ops", "disputes")],
  ),
  "courier.moved": event({ orderId: id, customerId: id }, [], (e) => [
    changed("customer", e.customerId, "courier", e.orderId),
  ]),
  /** The card provider sent a webhook (`eventId` is the provider's own id). */
  "payment.eventReceived": event({ eventId: z.string() }, ["process-payment-event"]),
  "transfers.due": event({ orderId: id }, ["send-transfers"]),
  /** A seller's or courier's figures are other ones now. */
  "money.moved": event({ userId: id, role }, [], (e) => [changed(e.role, e.userId, "money")]),
  "payout.requested": event({ payoutId: id, userId: id, role }, ["send-payout"], (e) => [
    changed(e.role, e.userId, "money"),
  ]),
  "payout.sent": event({ payoutId: id, userId: id, role }, ["send-payout-email"], (e) => [
    changed(e.role, e.userId, "money"),
  ]),
  "payout.paid": event({ payoutId: id, userId: id, role }, [], (e) => [changed(e.role, e.userId, "money")]),
  "payout.failed": event({ payoutId: id, userId: id, role }, ["send-payout-email"], (e) => [
    changed(e.role, e.userId, "money"),
  ]),
  /** What the provider says of a seller's or courier's account, or of a seller's subscription, is something else now. */
  "account.changed": event({ userId: id, role }, [], (e) => [changed(e.role, e.userId, "account")]),
  "account.requirementsDue": event({ userId: id, role }, ["send-requirements-email"]),
  "plan.changed": event(
    { userId: id, before: z.string(), now: z.string() },
    ["send-plan-email", "keep-one-plan"],
    (e) => [changed("seller", e.userId, "account")],
  ),
  /** A seller who has a subscription, or may have none, has paid for another one. */
  "plan.doubled": event({ userId: id }, ["keep-one-plan"]),
  /** What was paid for a second subscription went back. */
  "plan.refunded": event({ userId: id, amountCents: z.int() }, ["send-plan-refunded-email"]),
  "image.uploaded": event({ imageId: id }, ["process-image"]),
  /** A seller's image got its sizes, or turned out not to be one. */
  "picture.processed": event({ imageId: id, sellerId: id }, [], (e) => [
    changed("seller", e.sellerId, "pictures", e.imageId),
  ]),
  "notification.created": event({ notificationId: id, userId: id, role }, [], (e) => [
    { party: e.role, room: e.userId, type: "notification", data: { id: e.notificationId } },
  ]),
} as const

/** A message to everyone in one room. It says what changed, never what it is now: pages refetch the truth. */
export type RoomMessage = {
  readonly party: z.infer<typeof role>
  readonly room: string
  readonly type: string
  readonly data: unknown
}

export type Events = typeof EVENTS
export type EventName = keyof Events
export type Payload<E extends EventName> = z.infer<Events[E]["schema"]>
export type JobName = Events[EventName]["jobs"][number]
/** The payloads that a job can be given: of every event that queues it. */
export type JobPayload<J extends JobName> = {
  [E in EventName]: J extends Events[E]["jobs"][number] ? Payload<E> : never
}[EventName]

type EventDefinition<S extends z.ZodRawShape, J extends string> = {
  readonly schema: z.ZodObject<S>
  readonly jobs: readonly J[]
  readonly messages: (payload: z.infer<z.ZodObject<S>>) => RoomMessage[]
  /** Those of its jobs that would find nothing to do. */
  readonly needless: (payload: z.infer<z.ZodObject<S>>) => readonly NoInfer<J>[]
}

function event<S extends z.ZodRawShape, const J extends string = never>(
  shape: S,
  jobs: readonly J[],
  messages: (payload: z.infer<z.ZodObject<S>>) => RoomMessage[] = () => [],
  needless: (payload: z.infer<z.ZodObject<S>>) => readonly NoInfer<J>[] = () => [],
): EventDefinition<S, J> {
  return { schema: z.object(shape), jobs, messages, needless }
}

/** Admins see applicants once their email is confirmed: when they confirm it, or at once if it was before. */
const applied = (of: z.infer<typeof role>): RoomMessage[] =>
  isApplicant(of) ? [changed("admin", "ops", "approvals")] : []

/** Of the roles that an admin approves. */
const isApplicant = (of: z.infer<typeof role>) => of === "seller" || of === "deliverer"

/** For every room that pages of this role listen to. */
function ended(of: z.infer<typeof role>, data: SessionsEnded): RoomMessage[] {
  const rooms = [homeRoom({ role: of, userId: data.userId }), ...(of === "deliverer" ? [WAITING_ROOM] : [])]
  return rooms.map((room) => ({ ...room, type: SESSIONS_ENDED, data }))
}

function refundMessages(e: { orderId: string; customerId: string; sellerId: string }): RoomMessage[] {
  return [
    changed("customer", e.customerId, "orders", e.orderId),
    changed("seller", e.sellerId, "orders", e.orderId),
    changed("seller", e.sellerId, "money"),
    changed("admin", "ops", "refunds", e.orderId),
  ]
}

function changed(party: RoomMessage["party"], room: string, what: string, subjectId?: string): RoomMessage {
  return { party, room, type: "changed", data: subjectId ? { what, id: subjectId } : { what } }
}
