import { CardExpiry } from "#app/checkout/card-choice.tsx"
import { Button } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { type CardView, chosenCardInput } from "#core/cards/saved-card.ts"
import type { SectionProps } from "./you-section.tsx"

/** The cards that a customer saved when they paid. */
export function CardsSection({ view }: Pick<SectionProps, "view">) {
  return (
    <Card id="cards" className="stack account-card" aria-labelledby="cards-title">
      <h2 id="cards-title">Cards</h2>
      <p className="hint">
        Stripe keeps your cards. We keep the brand, the last four digits and the expiration date. A card is
        only charged when you pay.
      </p>
      {view.cards.length === 0 ? (
        <p className="soft">You haven't saved a card yet. You can save one when you pay.</p>
      ) : (
        <ul>
          {view.cards.map((card) => (
            <CardRow key={card.id} card={card} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function CardRow({ card }: { card: CardView }) {
  const [form] = useSchemaForm(chosenCardInput, { id: `card-${card.id}` })
  return (
    <li className="account-row">
      <Icon name="card" />
      <div className="account-fact">
        <div>{card.name}</div>
        <CardExpiry card={card} />
      </div>
      <Form form={form} className="">
        <input type="hidden" name="intent" value="remove-card" />
        <input type="hidden" name="cardId" value={card.id} />
        <Button kind="plain" small>
          Remove<span className="sr-only">{` ${card.name}`}</span>
        </Button>
      </Form>
    </li>
  )
}
