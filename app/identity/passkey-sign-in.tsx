import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser"
import { useRef, useState } from "react"
import { Form as PlainForm } from "react-router"
import { useHydrated } from "#app/hydration/hydrated.ts"
import { needsJs } from "#app/page-protocol/attributes.ts"
import { Button } from "#app/ui/button.tsx"
import { Notice } from "#app/ui/states.tsx"

/** Signs in with a passkey: the page's action opens a session of the page's role. */
export function PasskeySignIn() {
  const field = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()
  const [problem, setProblem] = useState<string | null>(null)

  async function use() {
    setProblem(null)
    try {
      const answer = await answerOfPasskey()
      if (!field.current) return
      field.current.value = JSON.stringify(answer)
      field.current.form?.requestSubmit()
    } catch {
      setProblem("No passkey was used. Try again, or log in with your password.")
    }
  }

  return (
    <PlainForm method="post" reloadDocument className="stack" {...needsJs}>
      {problem && (
        <Notice kind="bad" role="alert">
          {problem}
        </Notice>
      )}
      <input type="hidden" name="intent" value="passkey" />
      <input type="hidden" name="answer" ref={field} />
      <Button
        type="button"
        kind="plain"
        wide
        className="js-only"
        disabled={!isHydrated}
        onClick={() => void use()}
      >
        Log in with a passkey
      </Button>
      <noscript>
        <p className="hint">Logging in with a passkey needs JavaScript.</p>
      </noscript>
    </PlainForm>
  )
}

/** The browser prompts for fingerprint, face or PIN; returns the signed assertion. */
async function answerOfPasskey() {
  const [{ startAuthentication }, asked] = await Promise.all([
    import("@simplewebauthn/browser"),
    fetch("/passkey-options", { method: "POST", body: new URLSearchParams() }),
  ])
  if (!asked.ok) throw new Error(`/passkey-options answers ${asked.status}`)
  return startAuthentication({ optionsJSON: (await asked.json()) as PublicKeyCredentialRequestOptionsJSON })
}
