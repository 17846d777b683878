import { z } from "zod"
import { listNotifications, type NotificationLine } from "#core/notifications/list-notifications.server.ts"
import { markSeen } from "#core/notifications/mark-seen.server.ts"
import { bodyId, EXAMPLE_ID, maybe, text, time } from "../fields.ts"
import { type Operation, operation } from "../operation.ts"

export const notificationAnswer = z
  .object({
    id: text,
    date: time,
    message: text,
    seen: z.boolean(),
    order_id: maybe(text),
  })
  .meta({
    id: "Notification",
    examples: [
      {
        id: EXAMPLE_ID,
        date: "2026-03-05T15:04:05.000Z",
        message: "Your order was delivered.",
        seen: false,
        order_id: EXAMPLE_ID,
      },
    ],
  })

export const toNotification = (line: NotificationLine): z.input<typeof notificationAnswer> => ({
  id: line.id,
  date: line.createdAt.toISOString(),
  message: line.message,
  seen: line.seen,
  order_id: line.orderId,
})

const body = z
  .object({ id: bodyId("notification", "Which notification?") })
  .meta({ id: "NotificationRef", examples: [{ id: EXAMPLE_ID }] })

const seenNotification = z
  .object({ id: text, seen: z.literal(true), order_id: maybe(text) })
  .meta({ id: "SeenNotification" })

/** The notifications menu, for the two roles that have one. */
export const notificationOperations: Operation[] = (["seller", "customer"] as const).flatMap((role) => [
  operation({
    method: "get",
    path: `/notification/${role}/notifications`,
    tag: "Notifications",
    summary: "The newest fifty notifications",
    roles: [role],
    answer: z.array(notificationAnswer),
    page: "the notifications menu",
    command: "listNotifications",
    handle: async ({ ctx }) => (await listNotifications(ctx)).map(toNotification),
  }),
  operation({
    method: "put",
    path: `/notification/${role}/updateNotification`,
    tag: "Notifications",
    summary: "Mark a notification seen",
    roles: [role],
    body,
    answer: seenNotification,
    rejections: ["not_found"],
    page: "/see-order",
    command: "markSeen",
    async handle({ ctx, body: { id } }) {
      const { orderId } = await markSeen(ctx, id)
      return { id, seen: true as const, order_id: orderId }
    },
  }),
])
