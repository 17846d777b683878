import { Form } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { Notice } from "#app/ui/states.tsx"

/** What a removal took out of the cart, or off what was saved for later. */
export type Removed = {
  removalId: string
  /** A product's name, or how many items of several. */
  what: string
  isOne: boolean
  from: "cart" | "saved"
}

const PLACES = { cart: "your cart", saved: "your saved items" } as const

/** What was removed can be put back, with or without JavaScript. */
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
