import { formatSsn, parseUsDate, usDate } from "#core/payouts/fields.ts"
import type { Panel } from "#core/payouts/requirements.ts"
import type { FieldLike } from "../ui/field.tsx"
import { FieldError } from "../ui/field.tsx"
import { PasswordInput, Select, TextArea, TextInput } from "../ui/inputs.tsx"
import { PhotoField } from "../ui/photos/photo-field.tsx"
import type { Faults, Typed } from "./panels.ts"

type Props = {
  panel: Panel
  typed: Typed
  faults: Faults
  first: boolean
  type(change: Partial<Typed>): void
}

/** Without a name: these values are never submitted to our server. */
const nameless = (id: string, errors: string[] | undefined): FieldLike => ({ id, name: "", errors })

export function PanelFields(props: Props) {
  switch (props.panel) {
    case "identity":
      return <IdentityFields {...props} />
    case "market":
      return <MarketFields {...props} />
    case "bank":
      return <BankFields {...props} />
    case "document":
      return (
        <PhotoField
          field={nameless("document", props.faults.document)}
          label="Photo of your passport, driver's license or ID card"
          hint="It goes from your browser straight to Stripe."
          onChoose={(document) => props.type({ document })}
        />
      )
  }
}

function IdentityFields({ typed, faults, type }: Props) {
  return (
    <>
      <TextInput
        field={nameless("dob", faults.dob)}
        label="Date of Birth"
        hint="MM/DD/YYYY"
        placeholder="MM/DD/YYYY"
        autoComplete="bday"
        value={typed.dob}
        onChange={(event) => type({ dob: event.currentTarget.value })}
      />
      <label className="field">
        <span className="hint">Or pick the day</span>
        <input
          id="dob-day"
          type="date"
          className="input"
          value={isoOf(typed.dob)}
          onChange={(event) => type({ dob: usDate(event.currentTarget.value) })}
        />
      </label>
      <PasswordInput
        field={nameless("ssn", faults.ssn)}
        label="Social Security Number"
        hint="NNN-NN-NNNN"
        inputMode="numeric"
        autoComplete="off"
        value={typed.ssn}
        onChange={(event) => type({ ssn: formatSsn(event.currentTarget.value) })}
      />
    </>
  )
}

const isoOf = (typed: string) => {
  const day = parseUsDate(typed)
  return day ? new Date(Date.UTC(day.year, day.month - 1, day.day)).toISOString().slice(0, 10) : ""
}

function MarketFields({ typed, faults, type }: Props) {
  return (
    <>
      <fieldset className="field">
        <legend className="label">Do you have website for your market?</legend>
        {(["yes", "no"] as const).map((answer) => (
          <label key={answer} className="check">
            <input
              id={`question-${answer}`}
              type="radio"
              checked={typed.question === answer}
              aria-describedby={faults.question ? "question-error" : undefined}
              onChange={() => type({ question: answer, url: "", description: "" })}
            />
            <span>{answer === "yes" ? "Yes" : "No"}</span>
          </label>
        ))}
        <FieldError field={nameless("question", faults.question)} />
      </fieldset>
      {typed.question === "yes" && (
        <TextInput
          field={nameless("url", faults.url)}
          label="Website"
          inputMode="url"
          autoComplete="url"
          value={typed.url}
          onChange={(event) => type({ url: event.currentTarget.value })}
        />
      )}
      {typed.question === "no" && (
        <TextArea
          field={nameless("description", faults.description)}
          label="What you be selling"
          value={typed.description}
          onChange={(event) => type({ description: event.currentTarget.value })}
        />
      )}
    </>
  )
}

function BankFields({ typed, faults, first, type }: Props) {
  return (
    <>
      <TextInput
        field={nameless("account", faults.account)}
        label="Account Number"
        inputMode="numeric"
        autoComplete="off"
        value={typed.account}
        onChange={(event) => type({ account: event.currentTarget.value })}
      />
      <TextInput
        field={nameless("routing", faults.routing)}
        label="Routing Number"
        inputMode="numeric"
        autoComplete="off"
        value={typed.routing}
        onChange={(event) => type({ routing: event.currentTarget.value })}
      />
      <TextInput
        field={nameless("holder", faults.holder)}
        label="Account Name Holder"
        autoComplete="off"
        value={typed.holder}
        onChange={(event) => type({ holder: event.currentTarget.value })}
      />
      {first && <ScheduleFields typed={typed} faults={faults} type={type} />}
    </>
  )
}

function ScheduleFields({ typed, faults, type }: Pick<Props, "typed" | "faults" | "type">) {
  return (
    <>
      <Select
        field={nameless("payout", faults.payout)}
        label="Payout Schedule"
        placeholder="Weekly or monthly?"
        options={[
          { value: "weekly", label: "Weekly" },
          { value: "monthly", label: "Monthly" },
        ]}
        defaultValue={undefined}
        value={typed.payout}
        onChange={(event) => type({ payout: event.currentTarget.value })}
      />
      <div className="field">
        <label className="check">
          <input
            id="agree"
            type="checkbox"
            checked={typed.agree}
            aria-invalid={faults.agree ? true : undefined}
            aria-describedby={faults.agree ? "agree-error" : undefined}
            onChange={(event) => type({ agree: event.currentTarget.checked })}
          />
          <span>
            I agree to Stripe's <a href="https://stripe.com/privacy">privacy policy</a> and{" "}
            <a href="https://stripe.com/connect-account/legal">terms</a>
          </span>
        </label>
        <FieldError field={nameless("agree", faults.agree)} />
      </div>
    </>
  )
}
