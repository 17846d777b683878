import { redirect } from "react-router"
import { formActions } from "#app/forms/form-actions.ts"
import { RETURN_FIELD } from "#app/forms/return-address.ts"
import { ownPath } from "#core/identity/own-path.ts"
import { acknowledgeOrders } from "#core/orders/acknowledge-order.server.ts"
import { acknowledgeInput } from "#core/orders/order.ts"

/** "Got it" of the card on every seller's page: leads back to the page that it was pressed on. */
export const action = formActions("seller", {
  acknowledge: [
    acknowledgeInput,
    async (ctx, input, { formData }) => {
      await acknowledgeOrders(ctx, input)
      const page = formData.get(RETURN_FIELD)
      return redirect(ownPath(typeof page === "string" ? page : null) ?? ORDERS)
    },
  ],
})

const ORDERS = "/marketOrders"

/** No link leads here: a GET request comes from a typed or reloaded URL. */
export function loader() {
  return redirect(ORDERS)
}
