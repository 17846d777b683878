import { Form } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { Notice } from "#app/ui/states.tsx"

/** The item or items removed from the cart or from the saved items. */
export type Removed = {
  removalId: string
  /** A product's name, or the number of items if there are several. */
  what: string
  isOne: boolean
  from: "cart" | "saved"
}

const PLACES = { cart: "your cart", saved: "your saved items" } as const

/** Undoes a removal, with or without JavaScript. */
export function UndoRemoval({ removed: { removalId, what, isOne, from } }: { removed: Removed }) {
  return (
    <Notice kind="info" role="status">
      <Form method="post" action="/shopping-cart" className="split-start">
        <p>{`${what} ${isOne ? "was" : "were"} removed from ${PLACES[from]}.`}</p>
        <input type="hidden" name="removalId" value={removalId} />
        <Button small kind="plain" name="intent" value="undo">
          Undo
        </Button>
      </Form>
    </Notice>
  )
}
