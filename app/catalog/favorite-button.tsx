import { Form } from "react-router"
import { ReturnField } from "#app/forms/return-field.tsx"
import { Icon } from "#app/ui/icon.tsx"

type Props = {
  marketId: string
  marketName: string
  isFavorite: boolean
  /** The id of the element that the page is scrolled to when it comes back without JavaScript. */
  at?: string
}

/** The heart of a market, for customers only: pressing it changes it, and the page stays where it is. */
export function FavoriteButton({ marketId, marketName, isFavorite, at }: Props) {
  return (
    <Form method="post" action="/favorites" replace preventScrollReset className="favorite-form">
      <input type="hidden" name="marketId" value={marketId} />
      <ReturnField at={at} />
      <button
        type="submit"
        name="favorite"
        value={isFavorite ? "remove" : "add"}
        className="favorite"
        aria-pressed={isFavorite}
        aria-label={`Favorite: ${marketName}`}
      >
        <Icon name="heart" />
      </button>
    </Form>
  )
}
