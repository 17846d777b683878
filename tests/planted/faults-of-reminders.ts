import type { PlantedFault } from "./planted-fault.ts"

/** A seller is reminded of something that needs nobody, or is notified of it twice. */
export const REMINDERS: PlantedFault[] = [
  {
    title: "a market is reminded of an order that it acknowledged at that moment",
    file: "core/orders/remind-of-new-order.server.ts",
    find: "      .where(isDue)\n      .returning(",
    replace: "      .where(eq(orders.id, orderId))\n      .returning(",
    test: {
      file: "core/orders/remind-of-new-order.server.test.ts",
      name: "is not called to mind if Got it is pressed at that moment",
    },
  },
  {
    title: "a market is reminded of a new order twice",
    file: "core/orders/remind-of-new-order.server.ts",
    find: "IS_NEW, isNull(orders.newOrderRemindedAt))",
    replace: "IS_NEW)",
    test: {
      file: "core/orders/remind-of-new-order.server.test.ts",
      name: "is called to mind once, in the notifications and on the seller's devices, however often the job runs",
    },
  },
  {
    title: "a market is reminded of a new order while it is closed",
    file: "core/orders/new-order-reminder.ts",
    find: "return afterOpenTime(calendar, resumes > placedAt ? resumes : placedAt, PATIENCE_MS, timeZone)",
    replace: "return new Date(placedAt.getTime() + PATIENCE_MS)",
    test: {
      file: "core/orders/new-order-reminder.test.ts",
      name: "reminds of a new order after ten minutes of opening hours",
    },
  },
  {
    title: "a seller's devices show that the seller canceled an order, and not that an admin did",
    file: "core/push/send-order-push.server.ts",
    find: 'order.cancelledBy === "seller" ? []',
    replace: 'order.cancelledBy === "admin" ? []',
    test: {
      file: "core/push/send-seller-push.server.test.ts",
      name: "warn of a refund, of a cancellation, and of what is wrong with money, each once it is true",
    },
  },
  {
    title: "a seller gets the evening email of a day again",
    file: "core/orders/send-evening-emails.server.ts",
    find: "is distinct from",
    replace: "is distinct from -1 +",
    test: {
      file: "core/orders/send-evening-emails.server.test.ts",
      name: "is requested once if several processes run the sweep at that moment",
    },
  },
  {
    title: "a seller gets an evening email before a day without orders",
    file: "core/orders/send-evening-emails.server.ts",
    find: "    exists(hasOrders),\n",
    replace: "",
    test: {
      file: "core/orders/send-evening-emails.server.test.ts",
      name: "is off until it is chosen, and comes at its hour once a day, only before a day with orders",
    },
  },
]
