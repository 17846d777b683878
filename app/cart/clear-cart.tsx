import { Form, useLocation } from "react-router"
import { Button, LinkButton } from "#app/ui/button.tsx"
import { Dialog, dialogHref } from "#app/ui/dialog.tsx"

/** Placed below the list and confirmed by a dialog, so that nobody clears the cart by accident. */
export function ClearCart() {
  const { search } = useLocation()
  return (
    <>
      <p>
        <LinkButton kind="plain" small to={dialogHref(search, "clear")} preventScrollReset>
          Clear Cart
        </LinkButton>
      </p>
      <Dialog name="clear" title="Clear the cart?">
        <p>This removes everything from your cart.</p>
        <div className="split">
          <Form method="post" action="/shopping-cart">
            <Button kind="danger" name="intent" value="clear">
              Clear Cart
            </Button>
          </Form>
          <LinkButton kind="plain" to={dialogHref(search, null)} preventScrollReset replace>
            Keep it
          </LinkButton>
        </div>
      </Dialog>
    </>
  )
}
