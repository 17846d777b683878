import { redirect } from "react-router"
import { z } from "zod"
import { RETURN_FIELD, returnAddress } from "#app/forms/return-address.ts"
import { submitForm } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { flash } from "#app/ui/flash.ts"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import { cancelOpeningAlert } from "#core/opening-alerts/cancel-opening-alert.server.ts"
import { openingAlertInput } from "#core/opening-alerts/inputs.ts"
import { openingText } from "#core/opening-alerts/opening-text.ts"
import { requestOpeningAlert } from "#core/opening-alerts/request-opening-alert.server.ts"
import type { Route } from "./+types/opening-alerts.ts"

const alertInput = openingAlertInput.extend({ alert: z.enum(["request", "cancel"]) })

/** "Notify me when it opens" of a market, on any page: redirects to the page that it was pressed on. */
export function action({ request, context }: Route.ActionArgs) {
  const ctx = requireContext(context, "customer")
  return submitForm(request, alertInput, async ({ marketId, alert }, { formData }) => {
    const to = returnAddress(request, formData.get(RETURN_FIELD)).place
    if (alert === "cancel") {
      await cancelOpeningAlert(ctx, { marketId })
      return redirect(to)
    }
    const { marketName, takesOrders } = await requestOpeningAlert(ctx, { marketId })
    const text = takesOrders
      ? openingText(marketName)
      : `We'll notify you when ${marketName} is taking orders again.`
    return redirect(to, { headers: flash(text) })
  })
}

/** No link leads here: a GET request comes from a typed or reloaded URL. */
export function loader() {
  return redirect(ROLE_PAGES.customer.dashboard)
}
