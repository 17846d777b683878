import { longDate } from "#core/calendar/calendar-text.ts"
import { countText } from "#core/count-text.ts"
import { listPickList } from "#core/orders/list-pick-list.server.ts"
import { byProduct, PICK_PARAMS, type PickOrder, pickCountText, pickText } from "#core/orders/pick-list.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Receipt, type ReceiptRow, Text } from "../email-parts.server.tsx"
import { personFacts } from "../person-facts.server.ts"

/** Sent in the evening before a day with orders: what to pack, and when it is due. */
export const evening = defineEmail({
  job: "send-evening-email",
  kind: "evening",
  async load(ctx, { marketId, sellerId, day }) {
    const to = await personFacts(ctx.db, { userId: sellerId, role: "seller" })
    const seller = { ...ctx, actor: { role: "seller", userId: sellerId, marketId } as const }
    const list = await listPickList(seller, { day, window: null, numbers: [], problems: [] })
    return to && list.orders.length > 0 ? { to, day, list } : null
  },
  subject: ({ day, list: { orders } }) => `${longDate(day)}: ${countText(orders.length, "order")}`,
  body({ day, list: { market, orders, problems }, siteUrl }) {
    const left = productRows(orders)
    return (
      <>
        <Text>{`For ${longDate(day)}, ${market.name} has ${pickCountText(orders)}.`}</Text>
        {problems.map((problem) => (
          <Text key={problem}>{problem}</Text>
        ))}
        <Text>{left.length > 0 ? "What to pick:" : "All of it is picked."}</Text>
        {left.length > 0 && <Receipt rows={left} />}
        <Text>When it is due:</Text>
        <Receipt rows={timeRows(orders)} />
        <Action href={`${siteUrl}/pick-list?${PICK_PARAMS.day}=${day}`}>Open the pick list</Action>
      </>
    )
  },
})

/** One row for each product that is not picked for all of its orders. */
const productRows = (orders: readonly PickOrder[]): ReceiptRow[] =>
  byProduct(orders)
    .flatMap(({ products }) => products)
    .filter(({ total, picked }) => total > picked)
    .map((product) => ({
      label: pickText({ ...product, quantity: product.total - product.picked }),
      amount: countText(product.takers.filter(({ isPicked }) => !isPicked).length, "order"),
    }))

/** The times, each with its orders below it. */
function timeRows(orders: readonly PickOrder[]): ReceiptRow[] {
  const times = [...new Set(orders.map(({ dueTime }) => dueTime))]
  return times.flatMap((time) => {
    const own = orders.filter(({ dueTime }) => dueTime === time)
    return [
      { label: time, amount: countText(own.length, "order"), strong: true },
      ...own.map((order) => ({ label: orderText(order), amount: itemsText(order) })),
    ]
  })
}

/** "100241 Joe, delivery to 10118" */
const orderText = ({ number, firstName, fulfilment, zip }: PickOrder): string =>
  `${number} ${firstName}, ${fulfilment}${zip ? ` to ${zip}` : ""}`

/** "7 items, ready" */
function itemsText({ lines, isReady }: PickOrder): string {
  const items = lines.reduce((all, { quantity }) => all + quantity, 0)
  return `${countText(items, "item")}${isReady ? ", ready" : ""}`
}
