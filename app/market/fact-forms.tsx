import type { FormAnswer } from "#app/forms/submit-form.ts"
import { PlaceFields } from "#app/registration/place-fields.tsx"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { Checkbox, PhoneInput, Select, TextArea, TextInput } from "#app/ui/inputs.tsx"
import { marketAddressInput } from "#core/identity/fields.ts"
import { marketNameInput, marketTimeZoneInput } from "#core/market/market-changes.ts"
import {
  ACCEPTED_LABELS,
  type Accepted,
  acceptedInput,
  marketPhoneInput,
  storyInput,
  websiteInput,
} from "#core/market/market-facts.ts"
import type { OwnMarket } from "#core/market/view-own-market.server.ts"
import { haveSameClock, TIME_ZONES } from "#core/places/time-zones.ts"
import { FormButtons } from "./form-buttons.tsx"

type Props = { market: OwnMarket["market"]; answer: FormAnswer | undefined }

const REVIEWED =
  "Our team reviews it first. Customers see the old one until then, and your market stays open."

export function NameForm({ market, answer }: Props) {
  const [form, fields] = useSchemaForm(marketNameInput, {
    id: "name-form",
    answer,
    keepsTyped: true,
    defaultValue: market,
  })
  return (
    <Form form={form}>
      <TextInput field={fields.name} label="Market name" hint={REVIEWED} autoComplete="organization" />
      <FormButtons row="name" intent="name">
        Request this name
      </FormButtons>
    </Form>
  )
}

export function AddressForm({ market, answer }: Props) {
  const [form, fields] = useSchemaForm(marketAddressInput, {
    id: "address-form",
    answer,
    keepsTyped: true,
    defaultValue: market,
  })
  return (
    <Form form={form}>
      <TextInput
        field={fields.address}
        label="Address"
        hint={`${REVIEWED} Sales tax and delivery fees follow the address.`}
        autoComplete="street-address"
      />
      <PlaceFields fields={fields} />
      <FormButtons row="address" intent="address">
        Request this address
      </FormButtons>
    </Form>
  )
}

export function TimeZoneForm({ market, answer }: Props) {
  const [form, fields] = useSchemaForm(marketTimeZoneInput, {
    id: "time-zone-form",
    answer,
    keepsTyped: true,
  })
  return (
    <Form form={form}>
      <Select
        field={fields.timeZone}
        label="Time zone"
        hint="Our team reviews it first. Then your hours and order times use it; existing orders keep their time."
        placeholder="Choose"
        options={TIME_ZONES.filter(({ value }) => !haveSameClock(value, market.timeZone))}
      />
      <TextArea
        field={fields.why}
        label="Why"
        hint="Only our team sees this. For example: our town uses the next county's time."
        rows={2}
      />
      <FormButtons row="timeZone" intent="time-zone">
        Request this time zone
      </FormButtons>
    </Form>
  )
}

export function StoryForm({ market, answer }: Props) {
  const [form, fields] = useSchemaForm(storyInput, {
    id: "story-form",
    answer,
    keepsTyped: true,
    defaultValue: market,
  })
  return (
    <Form form={form}>
      <TextArea
        field={fields.story}
        label="Story"
        hint="Who grows and makes what you sell, in a few sentences."
        rows={5}
        optional
      />
      <FormButtons row="story" intent="story">
        Save
      </FormButtons>
    </Form>
  )
}

export function PhoneForm({ market, answer }: Props) {
  const [form, fields] = useSchemaForm(marketPhoneInput, {
    id: "phone-form",
    answer,
    keepsTyped: true,
    defaultValue: market,
  })
  return (
    <Form form={form}>
      <PhoneInput field={fields.phone} label="Phone" />
      <FormButtons row="phone" intent="phone">
        Save
      </FormButtons>
    </Form>
  )
}

export function WebsiteForm({ market, answer }: Props) {
  const [form, fields] = useSchemaForm(websiteInput, {
    id: "website-form",
    answer,
    keepsTyped: true,
    defaultValue: market,
  })
  return (
    <Form form={form}>
      <TextInput field={fields.website} label="Website" inputMode="url" autoComplete="url" optional />
      <FormButtons row="website" intent="website">
        Save
      </FormButtons>
    </Form>
  )
}

export function AcceptedForm({ market, answer }: Props) {
  const [form, fields] = useSchemaForm(acceptedInput, {
    id: "accepted-form",
    answer,
    keepsTyped: true,
    defaultValue: market,
  })
  return (
    <Form form={form}>
      {Object.entries(ACCEPTED_LABELS).map(([key, label]) => (
        <Checkbox key={key} field={fields[key as keyof Accepted]} label={label} />
      ))}
      <FormButtons row="accepted" intent="accepted">
        Save
      </FormButtons>
    </Form>
  )
}
