import { Form as PlainForm, redirect } from "react-router"
import { ShippingFields } from "#app/checkout/address-fields.tsx"
import { checkoutPage } from "#app/checkout/checkout-page.ts"
import { readForm } from "#app/forms/read-form.ts"
import { type FormAnswer, submitForm } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { useTyped } from "#app/identity/use-typed.ts"
import { Button, LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { plainField } from "#app/ui/field.tsx"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { PhoneInput, TextInput } from "#app/ui/inputs.tsx"
import { Notice, RotateHint } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { chooseFulfilment } from "#core/cart/choose-fulfilment.server.ts"
import { countCartItems } from "#core/cart/count-cart-items.server.ts"
import { noInput } from "#core/cart/inputs.ts"
import { shipToInput } from "#core/checkout/inputs.ts"
import { saveShipTo } from "#core/checkout/save-ship-to.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import { viewShipTo } from "#core/checkout/view-ship-to.server.ts"
import type { Route } from "./+types/ship-to.ts"

export const meta: Route.MetaFunction = () => [{ title: "Ship To — Pushcart" }]

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "customer")
  if ((await countCartItems(ctx)) === 0) throw redirect("/shopping-cart")
  return { shipTo: (await viewShipTo(ctx)).shipTo }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireContext(context, "customer")
  if ((await readForm(request.clone())).get("intent") === "pickup")
    return submitForm(request, noInput, async () => {
      await chooseFulfilment(ctx, { fulfilment: "pickup" })
      return redirect(checkoutPage(await startCheckout(ctx)))
    })
  return submitForm(request, shipToInput, async (input) => {
    await saveShipTo(ctx, input)
    return redirect(checkoutPage(await startCheckout(ctx)))
  })
}

export default function ShipTo({ loaderData: { shipTo }, actionData }: Route.ComponentProps) {
  const answer: FormAnswer | undefined = actionData
  const typed = useTyped()
  const [form, fields] = useSchemaForm(shipToInput, {
    id: "ship-to",
    answer,
    defaultValue: { ...shipTo, ...typed },
  })
  const errors = answer?.lastResult.error ?? {}
  return (
    <div className="stack narrow">
      <h1>Ship To</h1>
      <RotateHint />
      {/* What has a notice of its own, with the way on in it, is not covered by a toast. */}
      <PageToast message={errors.fulfilment || errors.cart ? undefined : answer?.toast} />
      {errors.fulfilment && <PickUpInstead message={errors.fulfilment[0] ?? ""} />}
      {errors.cart && <BackToCart message={errors.cart[0] ?? ""} />}
      <Card>
        <Form form={form} noticed={["fulfilment", "cart"]}>
          <ShippingFields fields={fields} group="shipping" />
          <TextInput
            field={plainField("email", { id: "ship-to-email", defaultValue: shipTo.email })}
            label="Email"
            type="email"
            readOnly
          />
          <PhoneInput field={fields.phone} label="Phone" autoComplete="shipping tel-national" />
          <SubmitButton wide>Submit</SubmitButton>
        </Form>
      </Card>
    </div>
  )
}

/** A market is too far to deliver: the other way to get the things is one press away. */
function PickUpInstead({ message }: { message: string }) {
  return (
    <Notice kind="bad" role="alert">
      <p>{message}</p>
      <PlainForm method="post" className="split-start space-above">
        <Button small name="intent" value="pickup">
          Pick up instead
        </Button>
        <LinkButton small kind="plain" to="/shopping-cart">
          Go to Shopping Cart
        </LinkButton>
      </PlainForm>
    </Notice>
  )
}

function BackToCart({ message }: { message: string }) {
  return (
    <Notice kind="bad" role="alert">
      <p>{message}</p>
      <LinkButton small kind="plain" to="/shopping-cart">
        Go to Shopping Cart
      </LinkButton>
    </Notice>
  )
}
