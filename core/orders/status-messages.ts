import type { OrderStatus } from "./statuses.ts"

/** What the customer is told when an order comes to a status; null where it does not concern them. */
export function customerMessage(number: number, market: string, status: OrderStatus | null): string | null {
  const order = `Your order ${number} from ${market}`
  switch (status) {
    case null:
    case "waiting":
      return null
    case "pending":
      return `${order} is being prepared.`
    case "ready to pick up":
      return `${order} is ready to pick up.`
    case "picked up":
      return `${order} was picked up.`
    case "shipped":
      return `${order} was shipped.`
    case "taken":
      return `${order} has a deliverer, who is on the way to the market.`
    case "delivered":
      return `${order} was delivered.`
    case "cancelled":
      return `${order} was cancelled. Your money is on its way back to your card.`
  }
}

/** Why a courier who had taken an order has it no longer. */
export const lostMessage = (number: number, market: string, reason: string | null): string =>
  reason === null
    ? `Order ${number} from ${market} was given to others by our team. It is not yours any more.`
    : `Order ${number} from ${market} was cancelled: “${reason}” It is not yours any more.`

/** What the seller is told of the courier's steps; null for what they did themselves. */
export function sellerMessage(number: number, status: OrderStatus | null): string | null {
  switch (status) {
    case "waiting":
      return `The deliverer gave order ${number} back. It waits for another deliverer.`
    case "taken":
      return `A deliverer has taken order ${number} and is on the way to you.`
    case "picked up":
      return `The deliverer has picked up order ${number} and is on the way to the customer.`
    case "delivered":
      return `Order ${number} was delivered to the customer.`
    default:
      return null
  }
}
