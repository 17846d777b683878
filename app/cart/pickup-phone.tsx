import { useAutosave } from "#app/forms/use-autosave.ts"
import { useTyped } from "#app/forms/use-typed.ts"
import { Card } from "#app/ui/card.tsx"
import { plainField } from "#app/ui/field.tsx"
import { PhoneInput } from "#app/ui/inputs.tsx"
import { pickupPhoneField } from "#core/orders/order-note.ts"
import { CART_FORM, fieldId } from "./cart-form.tsx"

type Props = { phone: string; markets: number; errors: string[] | undefined }

/**
 * The number on which the markets of a pickup may call, the account's at first. It is a field of the cart's form, and
 * saves itself when it is left with a number that can be called, or empty.
 */
export function PickupPhone({ phone, markets, errors }: Props) {
  const typed = useTyped()
  const { save, isSaving } = useAutosave({ intent: "ask", stored: { phone } })
  return (
    <Card>
      <PhoneInput
        field={plainField("phone", {
          id: fieldId("phone"),
          defaultValue: typed?.phone ?? phone,
          errors,
        })}
        form={CART_FORM}
        label="Phone for pickup"
        hint={`Only ${markets === 1 ? "the market sees" : "these markets see"} it, while your order is open, to call you about it.`}
        optional
        onBlur={({ currentTarget: { value } }) => pickupPhoneField.safeParse(value).success && save()}
        aria-busy={isSaving || undefined}
      />
    </Card>
  )
}
