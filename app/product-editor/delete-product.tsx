import { Form, useLocation } from "react-router"
import { Button, LinkButton } from "#app/ui/button.tsx"
import { Dialog, dialogHref } from "#app/ui/dialog.tsx"
import { IdempotencyKey } from "#app/ui/form.tsx"

/** Asks for confirmation. Orders that contain the product keep it. */
export function DeleteProduct({ product }: { product: { id: string; name: string } }) {
  const { search } = useLocation()
  return (
    <>
      <LinkButton kind="danger" to={dialogHref(search, "delete")} preventScrollReset>
        Delete
      </LinkButton>
      <Dialog name="delete" title={`Delete ${product.name}?`}>
        <p>Customers will no longer see it. Existing orders won't change.</p>
        <Form method="post" className="split">
          <IdempotencyKey />
          <input type="hidden" name="productId" value={product.id} />
          <Button kind="danger" name="intent" value="delete">
            Delete the product
          </Button>
          <LinkButton kind="plain" to={dialogHref(search, null)} preventScrollReset replace>
            Keep it
          </LinkButton>
        </Form>
      </Dialog>
    </>
  )
}
