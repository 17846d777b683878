import { InstructionsField, ShippingFields } from "#app/checkout/address-fields.tsx"
import { Button } from "#app/ui/button.tsx"
import { Card, Pill } from "#app/ui/card.tsx"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { Checkbox, PhoneInput, TextInput } from "#app/ui/inputs.tsx"
import { addressInput, chosenAddressInput } from "#core/addresses/address-input.ts"
import type { SavedAddress } from "#core/addresses/list-addresses.server.ts"
import { type AccountAnswer, answerTo } from "./account-answer.ts"
import { EditLink } from "./account-row.tsx"
import { EditForm } from "./edit-form.tsx"
import type { SectionProps } from "./you-section.tsx"

const HERE = "addresses"

/** The delivery addresses of a customer, each with its instructions for the courier. */
export function AddressesSection({ view, answer }: SectionProps) {
  const { edit, addresses, person } = view
  const { firstName, lastName, phone } = person
  return (
    <Card id={HERE} className="stack account-card" aria-labelledby="addresses-title">
      <div className="split">
        <h2 id="addresses-title">Addresses</h2>
        {edit !== "address" && <EditLink to={`address#${HERE}`}>Add an address</EditLink>}
      </div>
      <p className="hint">
        Your courier sees the note at the door. It is deleted 30 days after the last order that used it.
      </p>
      {edit === "address" && (
        <AddressForm known={{ firstName, lastName, phone: phone ?? "" }} answer={answer} />
      )}
      {addresses.length === 0 && edit !== "address" && (
        <p className="soft">You haven't saved an address yet.</p>
      )}
      <ul className="account-addresses">
        {addresses.map((address) => (
          <li key={address.id} className="account-address">
            {edit === `address-${address.id}` ? (
              <>
                <AddressForm known={address} answer={answer} />
                <DeleteAddress id={address.id} />
              </>
            ) : (
              <AddressRow address={address} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function AddressRow({ address }: { address: SavedAddress }) {
  const { id, label, addressOne, city, state, zip, instructions, isFirstChoice } = address
  const street = `${address.address}${addressOne && `, ${addressOne}`}`
  return (
    <>
      <div className="split">
        <span className="split-start">
          <strong>{label || street}</strong>
          {isFirstChoice && <Pill>Default</Pill>}
        </span>
        <EditLink to={`address-${id}#${HERE}`}>
          Edit<span className="sr-only">{` ${label || street}`}</span>
        </EditLink>
      </div>
      {label && <p>{street}</p>}
      <p className="soft">
        <span>{`${city}, ${state}`}</span> <span className="num">{zip}</span>
      </p>
      <p className="account-note">
        <Icon name="door" />
        {instructions ? (
          <span className="as-typed">{instructions}</span>
        ) : (
          <span className="soft">No drop-off note.</span>
        )}
      </p>
    </>
  )
}

type Known = Partial<SavedAddress>

function AddressForm({ known, answer }: { known: Known; answer: AccountAnswer }) {
  const { id, isFirstChoice, ...values } = known
  const [form, fields] = useSchemaForm(addressInput, {
    id: "address",
    answer: answerTo(answer, "address"),
    defaultValue: { ...values, isFirstChoice: isFirstChoice ? "on" : "" },
    keepsTyped: true,
  })
  return (
    <EditForm form={form} intent="address" section={HERE}>
      {id && <input type="hidden" name="id" value={id} />}
      <TextInput field={fields.label} label="Address name" optional hint="For example, “Home”." />
      <ShippingFields fields={fields} />
      <PhoneInput field={fields.phone} label="Phone" autoComplete="shipping tel-national" />
      <InstructionsField field={fields.instructions} />
      {!isFirstChoice && <Checkbox field={fields.isFirstChoice} label="Default address" />}
      {isFirstChoice && <input type="hidden" name="isFirstChoice" value="on" />}
    </EditForm>
  )
}

function DeleteAddress({ id }: { id: string }) {
  const [form] = useSchemaForm(chosenAddressInput, { id: "delete-address" })
  return (
    <Form form={form}>
      <input type="hidden" name="intent" value="delete-address" />
      <input type="hidden" name="addressId" value={id} />
      <Button kind="danger" small>
        Delete this address
      </Button>
    </Form>
  )
}
