import { recentOnes } from "#app/identity/passkey-line.ts"
import { PasskeyReviewFields } from "#app/identity/passkey-review-fields.tsx"
import { PasswordRules } from "#app/identity/password-rules.tsx"
import { Button } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import type { FieldLike } from "#app/ui/field.tsx"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { PasswordInput, TextInput } from "#app/ui/inputs.tsx"
import { changePasswordInput } from "#core/identity/inputs.ts"
import { beginPasskeyInput, removePasskeyInput, renamePasskeyInput } from "#core/passkeys/passkey-inputs.ts"
import { answerTo } from "./account-answer.ts"
import { AccountRow, EditLink } from "./account-row.tsx"
import { EditForm } from "./edit-form.tsx"
import { MakePasskey } from "./make-passkey.tsx"
import type { SectionProps } from "./you-section.tsx"

const HERE = "signing-in"

/** The password, and the passkeys that replace it. */
export function SigningInSection({ view, answer }: SectionProps) {
  const { edit, passkeys, person } = view
  const options = answer && "passkeyOptions" in answer ? answer.passkeyOptions : null
  return (
    <Card id={HERE} className="stack account-card" aria-labelledby="signing-in-title">
      <h2 id="signing-in-title">Signing in</h2>
      {edit === "password" ? (
        <PasswordForm view={view} answer={answer} />
      ) : (
        <AccountRow icon="lock" label="Password" edit="password" section={HERE}>
          {person.passwordSince ? `Set on ${person.passwordSince}` : "None"}
        </AccountRow>
      )}
      {passkeys.map((passkey) =>
        edit === `passkey-${passkey.id}` ? (
          <PasskeyForm key={passkey.id} passkey={passkey} view={view} answer={answer} />
        ) : (
          <AccountRow
            key={passkey.id}
            icon="key"
            label="Passkey"
            edit={`passkey-${passkey.id}`}
            section={HERE}
            word="Manage"
          >
            <strong>{passkey.name}</strong>{" "}
            <span className="soft">
              {`since ${passkey.since}${passkey.lastUsed ? `, last used ${passkey.lastUsed}` : ""}`}
            </span>
          </AccountRow>
        ),
      )}
      {options ? (
        <MakePasskey options={options} answer={answer} />
      ) : edit === "passkey" ? (
        <AddPasskeyForm view={view} answer={answer} />
      ) : (
        <div>
          <p className="hint">
            A passkey logs you in with your fingerprint, face or PIN in place of the password. It needs
            JavaScript.
          </p>
          <EditLink to={`passkey#${HERE}`}>Add a passkey</EditLink>
        </div>
      )}
    </Card>
  )
}

const CODE_HINT = "The six-digit code from your authenticator app."

function PasswordForm({ view: { asksCode, passkeys }, answer }: SectionProps) {
  const [form, fields] = useSchemaForm(changePasswordInput, {
    id: "password",
    answer: answerTo(answer, "password"),
    defaultValue: { removedPasskeys: recentOnes(passkeys) },
  })
  return (
    <EditForm form={form} intent="password" section={HERE} submit="Set the new password">
      <PasswordInput
        field={fields.currentPassword}
        label="Current password"
        autoComplete="current-password"
      />
      <PasswordInput
        field={fields.password}
        label="New password"
        autoComplete="new-password"
        hint={<PasswordRules />}
      />
      <PasswordInput
        field={fields.confirmPassword}
        label="Confirm the new password"
        autoComplete="new-password"
      />
      {asksCode && <CodeInput field={fields.code} />}
      <PasskeyReviewFields passkeys={passkeys} field={fields.removedPasskeys} />
      <p className="hint">This signs out all your other devices and revokes your API tokens.</p>
    </EditForm>
  )
}

/** The code of an admin's authenticator. */
const CodeInput = ({ field }: { field: FieldLike }) => (
  <TextInput field={field} label="Code" hint={CODE_HINT} autoComplete="one-time-code" inputMode="numeric" />
)

function AddPasskeyForm({ view: { asksCode }, answer }: SectionProps) {
  const [form, fields] = useSchemaForm(beginPasskeyInput, {
    id: "begin-passkey",
    answer: answerTo(answer, "begin-passkey"),
  })
  return (
    <>
      <noscript>
        <p className="notice">Creating a passkey needs JavaScript.</p>
      </noscript>
      <EditForm form={form} intent="begin-passkey" section={HERE} submit="Continue">
        <TextInput field={fields.name} label="Passkey name" hint="For example, “My phone”." />
        <PasswordInput field={fields.password} label="Current password" autoComplete="current-password" />
        {asksCode && <CodeInput field={fields.code} />}
      </EditForm>
    </>
  )
}

type PasskeyProps = SectionProps & { passkey: SectionProps["view"]["passkeys"][number] }

function PasskeyForm({ passkey, view: { asksCode }, answer }: PasskeyProps) {
  const passkeyId = passkey.id
  const [form, fields] = useSchemaForm(renamePasskeyInput, {
    id: "rename-passkey",
    answer: answerTo(answer, "rename-passkey"),
    defaultValue: { passkeyId, name: passkey.name },
  })
  const [removal, removing] = useSchemaForm(removePasskeyInput, {
    id: "remove-passkey",
    answer: answerTo(answer, "remove-passkey"),
    defaultValue: { passkeyId },
  })
  return (
    <>
      <EditForm form={form} intent="rename-passkey" section={HERE}>
        <input type="hidden" name="passkeyId" value={passkeyId} />
        <TextInput field={fields.name} label="Passkey name" />
      </EditForm>
      <Form form={removal} className="stack account-form">
        <input type="hidden" name="intent" value="remove-passkey" />
        <input type="hidden" name="passkeyId" value={passkeyId} />
        <PasswordInput field={removing.password} label="Current password" autoComplete="current-password" />
        {asksCode && <CodeInput field={removing.code} />}
        <Button kind="danger" small>
          Remove this passkey
        </Button>
      </Form>
    </>
  )
}
