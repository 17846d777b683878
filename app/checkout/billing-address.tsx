import { useState } from "react"
import type { FieldLike } from "#app/ui/field.tsx"
import type { KnownAddress } from "#core/checkout/ship-to.server.ts"
import { AccountEmail, BillingFields } from "./address-fields.tsx"

const NAMES = ["firstName", "lastName", "address", "addressOne", "city", "state", "zip"] as const
type Fields = Record<(typeof NAMES)[number], FieldLike & { value?: unknown }>

type Props = {
  fields: Fields
  email: string
  /** Where the order is delivered; null for a pickup. */
  deliverTo: Pick<KnownAddress, "address" | "addressOne" | "city" | "state" | "zip"> | null
  /** Whether every required field is filled in already. */
  isKnown: boolean
}

/** The billing form, collapsed to one line while nothing is missing in it. It opens by itself for an error. */
export function BillingAddress({ fields, email, deliverTo, isKnown }: Props) {
  const [isOpen, setOpen] = useState(!isKnown)
  const isWrong = NAMES.some((name) => fields[name].errors?.length)
  const text = (name: (typeof NAMES)[number]) => String(fields[name].value ?? "")
  const isSame =
    deliverTo !== null &&
    (["address", "addressOne", "city", "state", "zip"] as const).every(
      (name) => text(name) === (deliverTo[name] ?? ""),
    )
  const line = [text("address"), text("addressOne"), text("city")].filter(Boolean).join(", ")
  return (
    <details
      className="billing"
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h2>Billing address</h2>
        <span className="text-link billing-line">Change</span>
        <span className="soft billing-line">
          {isSame && <b>Same as delivery</b>} <span>{`${line}, ${text("state")} ${text("zip")}`}</span>
        </span>
      </summary>
      <div className="stack space-above">
        <BillingFields fields={fields} group="billing" />
        <AccountEmail id="pay-email" email={email} />
      </div>
    </details>
  )
}
