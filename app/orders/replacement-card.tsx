import "./orders.css"
import { Form } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { Card, Receipt } from "#app/ui/card.tsx"
import { IdempotencyKey } from "#app/ui/form.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { Notice } from "#app/ui/states.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import { amountText } from "#core/catalog/product.ts"
import { endedForCustomer, type ShownReplacement } from "#core/orders/shown-replacement.ts"
import { MinutesLeft } from "./minutes-left.tsx"

type Props = { offers: readonly ShownReplacement[]; marketName: string }

/** The replacements that the market offers: open ones to answer, and what became of the others. */
export function Replacements({ offers, marketName }: Props) {
  if (offers.length === 0) return null
  return (
    <section id="replacement" className="stack" aria-label="Replacements" aria-live="polite">
      {offers.map((offer) =>
        offer.status === "open" ? (
          <OpenOffer key={offer.id} offer={offer} marketName={marketName} />
        ) : (
          <Notice key={offer.id} kind={offer.status === "accepted" ? "good" : "info"}>
            {endedForCustomer(offer)}
          </Notice>
        ),
      )}
    </section>
  )
}

function OpenOffer({ offer, marketName }: { offer: ShownReplacement; marketName: string }) {
  return (
    <Card className="stack replacement">
      <div className="split">
        <h2>{`${offer.missing} is out`}</h2>
        <p>
          <MinutesLeft minutes={offer.minutes} /> <span>{`left, until ${offer.until}`}</span>
        </p>
      </div>
      <div className="replacement-offered">
        <StoredImage image={imageOf(offer)} category={offer.category} alt="" width={64} height={64} />
        <p>
          <span>{`${marketName} offers`}</span> <b>{offer.offered}</b>
        </p>
      </div>
      <Receipt
        lines={[
          { label: "You paid", value: moneyText(offer.noCents) },
          { label: offer.offered, value: amountText(offer.priceCents, offer) },
          { label: "Refund if you say yes", value: moneyText(offer.yesCents) },
          { label: "Refund if you say no", value: moneyText(offer.noCents) },
        ]}
      />
      <p className="soft">
        {offer.isYesInTime
          ? "If you don’t answer, it is replaced, as you wished. Prices include tax."
          : "If you don’t answer, you get the refund. Prices include tax."}
      </p>
      <Form method="post" preventScrollReset className="split-start">
        <IdempotencyKey />
        <input type="hidden" name="intent" value="answer-replacement" />
        <input type="hidden" name="offerId" value={offer.id} />
        <Button name="answer" value="yes">
          Yes, replace it
        </Button>
        <Button name="answer" value="no" kind="plain">
          No, refund it
        </Button>
      </Form>
    </Card>
  )
}

const imageOf = ({ imageContainer, imageName }: ShownReplacement) =>
  imageContainer && imageName ? { container: imageContainer, name: imageName } : null
