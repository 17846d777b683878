import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser"
import { useRef, useState } from "react"
import { needsJs } from "#app/page-protocol/attributes.ts"
import { Button } from "#app/ui/button.tsx"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { Notice } from "#app/ui/states.tsx"
import { passkeyAnswerInput } from "#core/passkeys/passkey-inputs.ts"
import { type AccountAnswer, answerTo } from "./account-answer.ts"
import { KeepAsItIs } from "./account-row.tsx"

type Props = { options: Record<string, unknown>; answer: AccountAnswer }

/** The last step of adding a passkey. Browsers require a user gesture, so there is a button for it. */
export function MakePasskey({ options, answer }: Props) {
  const [form] = useSchemaForm(passkeyAnswerInput, {
    id: "add-passkey",
    answer: answerTo(answer, "add-passkey"),
  })
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function make() {
    setProblem(null)
    try {
      const { startRegistration } = await import("@simplewebauthn/browser")
      const made = await startRegistration({
        optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
      })
      if (!field.current) return
      field.current.value = JSON.stringify(made)
      field.current.form?.requestSubmit()
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }

  return (
    <Form form={form} reloadDocument>
      <noscript>
        <p className="notice">Creating a passkey needs JavaScript.</p>
      </noscript>
      {problem && (
        <Notice kind="bad" role="alert">
          {problem}
        </Notice>
      )}
      <p className="js-only">Your device now asks for your fingerprint, your face or your PIN.</p>
      <input type="hidden" name="intent" value="add-passkey" />
      <input type="hidden" name="answer" ref={field} />
      <div className="split-start" {...needsJs}>
        <Button type="button" className="js-only" onClick={() => void make()}>
          Create the passkey
        </Button>
        <KeepAsItIs section="signing-in" />
      </div>
    </Form>
  )
}

function reasonOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ""
  if (name === "InvalidStateError") return "This device already has a passkey of your account."
  if (name === "SecurityError") return "Passkeys don't work at this address."
  return "We couldn't create the passkey. Try again, or use another device."
}
