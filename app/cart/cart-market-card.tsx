import { Form } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { Card, Receipt } from "#app/ui/card.tsx"
import { Link } from "#app/ui/link.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { Notice } from "#app/ui/states.tsx"
import type { CartMarket } from "#core/cart/cart-market.ts"
import type { MarketEstimate } from "#core/cart/estimate.ts"
import type { CartPage } from "#core/cart/view-cart.server.ts"
import { countText } from "#core/count-text.ts"
import { formatMiles } from "#core/places/distance.ts"
import { CartLine } from "./cart-line.tsx"
import { MarketMethod } from "./market-method.tsx"
import { MarketNote } from "./market-note.tsx"
import { MarketTime } from "./market-time.tsx"

type Props = {
  market: CartMarket
  page: CartPage
  errors: Partial<Record<string, string[]>>
}

/** One market's part of the cart: its lines, note, time and subtotal. */
export function CartMarketCard({ market, page, errors }: Props) {
  const { cart, times, estimate } = page
  const { id, name } = market
  const part = estimate.markets.find(({ marketId }) => marketId === id)
  return (
    <Card className="cart-market" aria-labelledby={`market-${id}`}>
      <header className="split">
        <div>
          <h2 id={`market-${id}`}>{name}</h2>
          <p className="soft">{market.openText}</p>
        </div>
        <Link className="text-link" to={`/market-info?market=${id}`}>
          {`Keep shopping at ${name}`}
        </Link>
      </header>
      <MarketProblem market={market} part={part} />
      <ul>
        {cart.lines
          .filter(({ marketId }) => marketId === id)
          .map((line) => (
            <CartLine key={line.id} line={line} errors={errors[`quantities.${line.id}`]} />
          ))}
      </ul>
      {cart.markets.length > 1 && market.fulfilment && (
        <MarketMethod market={market} fulfilment={market.fulfilment} errors={errors} />
      )}
      {part && market.fulfilment && (
        <MarketTime market={market} days={times[id] ?? []} kind={market.fulfilment} errors={errors} />
      )}
      <MarketNote market={market} errors={errors} />
      {part && <MarketReceipt market={market} part={part} />}
    </Card>
  )
}

type PartProps = { market: CartMarket; part: MarketEstimate | undefined }

/**
 * The problem that blocks all of this market's lines, and what to do. Problems with the chosen time are shown next to
 * the time.
 */
function MarketProblem({ market: { id, closedText, problem }, part }: PartProps) {
  if (closedText)
    return (
      <Notice kind="bad">
        <p>{`${closedText} Save its items for later or remove them to buy the rest now.`}</p>
        <Form method="post">
          <input type="hidden" name="marketId" value={id} />
          <Button small kind="plain" name="intent" value="save-market">
            Save all for later
          </Button>
        </Form>
      </Notice>
    )
  // Too far: adding more items would not help.
  if (part?.tooFarText) return <NoDelivery id={id} message={part.tooFarText} />
  if (problem?.kind === "no_delivery") return <NoDelivery id={id} message={problem.message} />
  return problem?.kind === "below_minimum" ? <Notice kind="bad">{problem.message}</Notice> : null
}

/** Offers pickup at this market alone; the others stay as they are. */
const NoDelivery = ({ id, message }: { id: string; message: string }) => (
  <Notice kind="bad">
    <p>{message}</p>
    <Form method="post">
      <input type="hidden" name={`fulfilments.${id}`} value="pickup" />
      <Button small kind="plain" name="intent" value="method">
        Pick up here
      </Button>
    </Form>
  </Notice>
)

type ReceiptProps = { market: CartMarket; part: MarketEstimate }

function MarketReceipt({ market, part }: ReceiptProps) {
  const { fulfilment } = market
  const { count, itemsCents, deliveryCents, distanceMiles, isAtLeast, totalCents } = part
  const miles = distanceMiles === null ? "" : `, ${formatMiles(distanceMiles)}`
  const from = isAtLeast ? "from " : ""
  return (
    <div>
      {market.minimumCents > 0 && (
        <p className="soft">
          {`Takes ${fulfilment ? `${fulfilment} ` : ""}orders from ${moneyText(market.minimumCents)}`}
        </p>
      )}
      <Receipt
        lines={[
          { label: countText(count, "item"), value: moneyText(itemsCents) },
          fulfilment === "delivery" && deliveryCents !== null
            ? { label: `Delivery${miles}`, value: `${from}${moneyText(deliveryCents)}` }
            : null,
          { label: "Market total", value: `${from}${moneyText(totalCents)}`, total: true },
        ]}
      />
    </div>
  )
}
