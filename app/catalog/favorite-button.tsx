import { Form } from "react-router"
import { ReturnField } from "#app/forms/return-field.tsx"
import { Button } from "#app/ui/button.tsx"
import type { Elements } from "#app/ui/elements.ts"
import { Icon } from "#app/ui/icon.tsx"

type Props = {
  marketId: string
  marketName: string
  isFavorite: boolean
  /** The id of the element to scroll to after the form was submitted without JavaScript. */
  at?: string
}

/** The heart of a market, for customers only: toggles the favorite without leaving the page. */
export function FavoriteButton({ marketName, isFavorite, ...market }: Props) {
  return (
    <FavoriteForm {...market}>
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
    </FavoriteForm>
  )
}

/** The heart as a wide button with text, for pages with few other actions. */
export function FavoriteWideButton({ isFavorite, ...market }: Omit<Props, "marketName">) {
  return (
    <FavoriteForm {...market}>
      <Button
        wide
        kind={isFavorite ? "done" : "plain"}
        name="favorite"
        value={isFavorite ? "remove" : "add"}
        className="favorite-wide"
      >
        <Icon name="heart" />
        <span>{isFavorite ? "In your favorites" : "Add to your favorites"}</span>
      </Button>
    </FavoriteForm>
  )
}

function FavoriteForm({ marketId, at, children }: Pick<Props, "marketId" | "at"> & { children: Elements }) {
  return (
    <Form method="post" action="/favorites" replace preventScrollReset className="favorite-form">
      <input type="hidden" name="marketId" value={marketId} />
      <ReturnField at={at} />
      {children}
    </Form>
  )
}
