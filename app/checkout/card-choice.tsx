import { type ReactNode, useEffect, useRef } from "react"
import type { FieldLike } from "#app/ui/field.tsx"
import { Link } from "#app/ui/link.tsx"
import { ANOTHER_CARD, type CardView } from "#core/cards/saved-card.ts"

type Props = {
  cards: readonly CardView[]
  field: FieldLike
  chosen: string
  onChoose: (card: string) => void
}

/** The saved cards, the newest first, and another card. An expired one cannot be chosen. */
export function CardChoice({ cards, field, chosen, onChoose }: Props) {
  const group = useRef<HTMLFieldSetElement>(null)
  // A card may have been chosen before hydration, or restored by the browser.
  useEffect(() => {
    const checked = group.current?.querySelector<HTMLInputElement>("input:checked")
    if (checked) onChoose(checked.value)
  }, [onChoose])
  const option = (value: string) => ({ name: field.name, value, isChosen: value === chosen, onChoose })
  return (
    <fieldset ref={group} className="field card-choice">
      <legend className="sr-only">Which card</legend>
      {cards.map((card) => (
        <div key={card.id}>
          <Option {...option(card.id)} isOff={card.isExpired}>
            <strong>{card.name}</strong> <br />
            <CardExpiry card={card} />
          </Option>
          {card.isExpired && (
            <p className="hint">
              Use another card, or{" "}
              <Link to="/account#cards" className="text-link">
                remove this one
              </Link>{" "}
              in your account.
            </p>
          )}
        </div>
      ))}
      <Option {...option(ANOTHER_CARD)}>
        <strong>Use another card</strong>
      </Option>
    </fieldset>
  )
}

type OptionProps = {
  name: string
  value: string
  isChosen: boolean
  onChoose: (card: string) => void
  isOff?: boolean
  children: ReactNode
}

const Option = ({ name, value, isChosen, onChoose, isOff = false, children }: OptionProps) => (
  <label className="check">
    <input
      type="radio"
      name={name}
      value={value}
      defaultChecked={isChosen}
      disabled={isOff}
      onChange={() => onChoose(value)}
    />
    <span>{children}</span>
  </label>
)

export const CardExpiry = ({ card }: { card: CardView }) => (
  <span className={card.isExpired || card.isSoon ? "card-ends" : "hint"}>{card.expiry}</span>
)
