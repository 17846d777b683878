import { Form as PlainForm, redirect } from "react-router"
import { customerPlace } from "#app/catalog/customer-place.ts"
import { AccountEmail, InstructionsField, ShippingFields } from "#app/checkout/address-fields.tsx"
import { checkoutPage } from "#app/checkout/checkout-page.ts"
import { CheckoutSteps } from "#app/checkout/checkout-steps.tsx"
import { layoutDataContext } from "#app/context.ts"
import { formActions } from "#app/forms/form-actions.ts"
import { noInput } from "#app/forms/no-input.ts"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { Button, LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { Checkbox, PhoneInput, TextInput } from "#app/ui/inputs.tsx"
import { Notice, RotateHint } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { chosenAddressInput, shipToPageInput } from "#core/addresses/address-input.ts"
import { listAddresses, type SavedAddress } from "#core/addresses/list-addresses.server.ts"
import { saveCartAddress } from "#core/addresses/save-address.server.ts"
import { shipToAddress } from "#core/addresses/ship-to-address.server.ts"
import { pickUpWhereTooFar } from "#core/checkout/price-checkout.server.ts"
import { cityOfZip, saveShipTo, viewShipTo } from "#core/checkout/ship-to.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import type { Route } from "./+types/ship-to.ts"

export const meta: Route.MetaFunction = () => [{ title: "Ship To — Pushcart" }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "customer")
  const { cartCount } = await context.get(layoutDataContext)()
  if (cartCount === 0) throw redirect("/shopping-cart")
  const { shipTo } = await viewShipTo(ctx)
  // Before the first address, the form starts with the zip that the cart was priced for.
  const addresses = await listAddresses(ctx)
  const place = shipTo.zip || addresses.length > 0 ? null : await customerPlace(ctx, request)
  const known = place ? await cityOfZip(ctx, place.label) : {}
  return { shipTo: { ...shipTo, ...known }, addresses }
}

export const action = formActions("customer", {
  pickup: [
    noInput,
    async (ctx) => {
      await pickUpWhereTooFar(ctx)
      return redirect(checkoutPage(await startCheckout(ctx)))
    },
  ],
  saved: [
    chosenAddressInput,
    async (ctx, input) => {
      await shipToAddress(ctx, input)
      return redirect(checkoutPage(await startCheckout(ctx)))
    },
  ],
  address: [
    shipToPageInput,
    async (ctx, { save, label, hasNoNumber: _said, ...input }) => {
      const kept = save ? await saveCartAddress(ctx, { ...input, label, isFirstChoice: false }) : {}
      await saveShipTo(ctx, { ...input, ...kept })
      return redirect(checkoutPage(await startCheckout(ctx)))
    },
  ],
})

export default function ShipTo({ loaderData: { shipTo, addresses }, actionData }: Route.ComponentProps) {
  const answer: FormAnswer | undefined = actionData
  const [form, fields] = useSchemaForm(shipToPageInput, {
    id: "ship-to",
    answer: isSaved(answer) ? undefined : answer,
    defaultValue: {
      ...shipTo,
      ...(isOneOf(addresses, shipTo) && { instructions: null }),
      save: addresses.length === 0,
    },
    keepsTyped: true,
  })
  const errors = answer?.lastResult.error ?? {}
  return (
    <div className="stack narrow">
      <h1>Ship To</h1>
      <CheckoutSteps now="address" />
      {/* An error with its own notice, which links to the next step, must not be covered by a toast. */}
      <PageToast message={errors.fulfilment || errors.cart ? undefined : answer?.toast} />
      {errors.fulfilment && <PickUpInstead message={errors.fulfilment[0] ?? ""} answer={answer} />}
      {errors.cart && <BackToCart message={errors.cart[0] ?? ""} answer={answer} />}
      {addresses.length > 0 && (
        <SavedAddresses addresses={addresses} chosen={shipTo.addressId ?? null} answer={answer} />
      )}
      <Card className="stack">
        {addresses.length > 0 && <h2>Another address</h2>}
        <Form form={form} noticed={["fulfilment", "cart"]}>
          <input type="hidden" name="intent" value="address" />
          <ShippingFields fields={fields} />
          <AccountEmail id="ship-to-email" email={shipTo.email} />
          <PhoneInput field={fields.phone} label="Phone" autoComplete="shipping tel-national" />
          <InstructionsField field={fields.instructions} />
          <Checkbox field={fields.save} label="Save this address for next time" />
          <TextInput
            field={fields.label}
            label="Address name"
            optional
            hint="If you save it. For example, “Home”."
          />
          <SubmitButton wide>Submit</SubmitButton>
        </Form>
      </Card>
      <RotateHint />
    </div>
  )
}

/** Whether the address is one of these. A gate code or a floor belongs to a single address. */
const isOneOf = (addresses: readonly SavedAddress[], { addressId }: { addressId?: string | null }) =>
  addresses.some(({ id }) => id === addressId)

const isSaved = (answer: FormAnswer | undefined) => answer?.lastResult.initialValue?.intent === "saved"

type SavedProps = {
  addresses: readonly SavedAddress[]
  /** The id of the address chosen for this cart before; null if there is none. */
  chosen: string | null
  answer: FormAnswer | undefined
}

/** Chooses a saved address with one press; the form below is for any other address. */
function SavedAddresses({ addresses, chosen, answer }: SavedProps) {
  const [form, fields] = useSchemaForm(chosenAddressInput, {
    id: "saved",
    answer: isSaved(answer) ? answer : undefined,
  })
  const first = addresses.find(({ id }) => id === chosen) ?? addresses[0]
  return (
    <Card>
      <Form form={form} noticed={["fulfilment", "cart"]}>
        <input type="hidden" name="intent" value="saved" />
        <fieldset className="field">
          <legend>Your addresses</legend>
          {addresses.map((address) => (
            <label key={address.id} className="check">
              <input
                type="radio"
                name={fields.addressId.name}
                value={address.id}
                defaultChecked={address === first}
              />
              <span>
                <strong>{address.label || address.address}</strong>
                <br />
                <span>{`${address.firstName} ${address.lastName}, ${address.address}${address.addressOne ? `, ${address.addressOne}` : ""}, ${address.city}, ${address.state} ${address.zip}`}</span>
                {address.instructions && <span className="hint"> · With a drop-off note</span>}
              </span>
            </label>
          ))}
        </fieldset>
        <SubmitButton wide>Deliver here</SubmitButton>
      </Form>
    </Card>
  )
}

type RejectedProps = { message: string; answer: FormAnswer | undefined }

/** The market is too far to deliver: offers to pick up instead, with one press. */
function PickUpInstead({ message, answer }: RejectedProps) {
  return (
    <Notice kind="bad" role="alert" answer={answer}>
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

function BackToCart({ message, answer }: RejectedProps) {
  return (
    <Notice kind="bad" role="alert" answer={answer}>
      <p>{message}</p>
      <LinkButton small kind="plain" to="/shopping-cart">
        Go to Shopping Cart
      </LinkButton>
    </Notice>
  )
}
