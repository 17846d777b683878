import { noInput } from "#app/forms/no-input.ts"
import { Button } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { EmailInput, PasswordInput, PhoneInput, Select, TextInput } from "#app/ui/inputs.tsx"
import {
  adminNameInput,
  changeEmailInput,
  nameInput,
  optionalPhoneInput,
  phoneInput,
  timeZoneInput,
} from "#core/identity/inputs.ts"
import { TIME_ZONES, timeZoneLabel } from "#core/places/time-zones.ts"
import { type AccountAnswer, answerTo } from "./account-answer.ts"
import { AccountRow } from "./account-row.tsx"
import { EditForm } from "./edit-form.tsx"
import { EmailText } from "./email-text.tsx"
import type { AccountView } from "./load-account.ts"

export type SectionProps = { view: AccountView; answer: AccountAnswer }

const HERE = "you"

export function YouSection({ view, answer }: SectionProps) {
  const { edit, role } = view
  return (
    <Card id={HERE} className="stack account-card" aria-labelledby="you-title">
      <h2 id="you-title">You</h2>
      {edit !== "name" ? (
        <AccountRow icon="person" label="Name" edit="name" section={HERE} word="Edit">
          <strong>{view.person.name}</strong>
        </AccountRow>
      ) : role === "admin" ? (
        <AdminNameForm view={view} answer={answer} />
      ) : (
        <NameForm view={view} answer={answer} />
      )}
      {edit === "email" && role !== "admin" ? <EmailForm answer={answer} /> : <EmailRow view={view} />}
      <Phone view={view} answer={answer} />
      {edit === "time-zone" ? (
        <TimeZoneForm view={view} answer={answer} />
      ) : (
        <AccountRow icon="clock" label="Time zone" edit="time-zone" section={HERE}>
          {timeZoneLabel(view.person.timeZone)}
        </AccountRow>
      )}
    </Card>
  )
}

function NameForm({ view: { person }, answer }: SectionProps) {
  const { firstName, lastName } = person
  const [form, fields] = useSchemaForm(nameInput, {
    id: "name",
    answer: answerTo(answer, "name"),
    defaultValue: { firstName, lastName },
    keepsTyped: true,
  })
  return (
    <EditForm form={form} intent="name" section={HERE}>
      <TextInput field={fields.firstName} label="First name" autoComplete="given-name" />
      <TextInput field={fields.lastName} label="Last name" autoComplete="family-name" />
    </EditForm>
  )
}

function AdminNameForm({ view: { person }, answer }: SectionProps) {
  const [form, fields] = useSchemaForm(adminNameInput, {
    id: "admin-name",
    answer: answerTo(answer, "admin-name"),
    defaultValue: { name: person.name },
    keepsTyped: true,
  })
  return (
    <EditForm form={form} intent="admin-name" section={HERE}>
      <TextInput field={fields.name} label="Name" autoComplete="name" />
    </EditForm>
  )
}

function EmailRow({ view: { person, role } }: Pick<SectionProps, "view">) {
  return (
    <>
      <AccountRow icon="mail" label="Email" section={HERE} {...(role !== "admin" && { edit: "email" })}>
        <span className="account-email">
          <EmailText email={person.email} />
        </span>
        {role === "admin" && <p className="hint">The site's operator changes it.</p>}
      </AccountRow>
      {person.wantedEmail && <WantedEmail email={person.wantedEmail} />}
    </>
  )
}

/** A confirmation link was sent to the new email; the old email stays in use until the link is opened. */
function WantedEmail({ email }: { email: string }) {
  const [form] = useSchemaForm(noInput, { id: "cancel-email" })
  return (
    <div className="account-wanted">
      <p>
        Open the link that we sent to{" "}
        <strong className="account-email">
          <EmailText email={email} />
        </strong>{" "}
        within 24 hours to use it. Until then we'll keep using your old email.
      </p>
      <Form form={form}>
        <input type="hidden" name="intent" value="cancel-email" />
        <Button kind="plain" small>
          Keep my old email
        </Button>
      </Form>
    </div>
  )
}

function EmailForm({ answer }: Pick<SectionProps, "answer">) {
  const [form, fields] = useSchemaForm(changeEmailInput, {
    id: "email",
    answer: answerTo(answer, "email"),
    keepsTyped: true,
  })
  return (
    <EditForm form={form} intent="email" section={HERE} submit="Send the link">
      <EmailInput
        field={fields.email}
        label="New email"
        autoComplete="email"
        hint="We'll send a link there. Once you open it, you log in with the new email in all your roles."
      />
      <PasswordInput field={fields.password} label="Current password" autoComplete="current-password" />
    </EditForm>
  )
}

function Phone({ view, answer }: SectionProps) {
  const { edit, role, person } = view
  // A seller's phone is edited with the market, and admins have none.
  if (role === "admin" || role === "seller") return null
  if (edit === "phone") return <PhoneForm view={view} answer={answer} />
  return (
    <AccountRow icon="phone" label="Phone" edit="phone" section={HERE} word={person.phone ? "Edit" : "Add"}>
      {person.phone ? <span className="num">{person.phone}</span> : <span className="soft">None</span>}
      {role === "customer" && <p className="hint">Only people who handle an open order may see it.</p>}
    </AccountRow>
  )
}

function PhoneForm({ view: { role, person }, answer }: SectionProps) {
  const isOptional = role === "customer"
  const [form, fields] = useSchemaForm(isOptional ? optionalPhoneInput : phoneInput, {
    id: "phone",
    answer: answerTo(answer, "phone"),
    defaultValue: { phone: person.phone },
    keepsTyped: true,
  })
  return (
    <EditForm form={form} intent="phone" section={HERE}>
      <PhoneInput field={fields.phone} label="Phone" optional={isOptional} />
      <PasswordInput field={fields.password} label="Current password" autoComplete="current-password" />
    </EditForm>
  )
}

function TimeZoneForm({ view: { person }, answer }: SectionProps) {
  const [form, fields] = useSchemaForm(timeZoneInput, {
    id: "time-zone",
    answer: answerTo(answer, "time-zone"),
    defaultValue: { timeZone: person.chosenTimeZone },
    keepsTyped: true,
  })
  return (
    <EditForm form={form} intent="time-zone" section={HERE}>
      <Select
        field={fields.timeZone}
        label="Time zone"
        placeholder={`Where I am: ${timeZoneLabel(person.usualTimeZone)}`}
        options={TIME_ZONES}
      />
    </EditForm>
  )
}
