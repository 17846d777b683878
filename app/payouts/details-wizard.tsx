import { type FormEvent, useEffect, useRef, useState } from "react"
import { useNavigation, useSubmit } from "react-router"
import { cardProvider, cardProviderSoon } from "#app/checkout/card-provider.ts"
import { MISSING_DETAILS_MESSAGE } from "#core/payouts/fields.ts"
import type { Panel } from "#core/payouts/requirements.ts"
import type { PaymentScript } from "#core/ports/payments.ts"
import type { FormAnswer } from "../forms/submit-form.ts"
import { useTyped } from "../forms/use-typed.ts"
import { useHydrated } from "../hydration/hydrated.ts"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { Summary } from "../ui/form.tsx"
import { Loader, Notice } from "../ui/states.tsx"
import { toast } from "../ui/toast.ts"
import { ProgressBar } from "../ui/wayfinding.tsx"
import { PanelFields } from "./panel-fields.tsx"
import { type Faults, faultsOf, NOTHING_TYPED, type Typed } from "./panels.ts"
import { answersFrom, useSavedAnswers } from "./saved-answers.ts"
import { type KnownPerson, tokenise } from "./tokenise.ts"
import { typedBeforeHydration } from "./typed-before-hydration.ts"
import "#app/registration/wizard.css"

type Props = {
  /** The steps, in order. */
  panels: readonly Panel[]
  labels: Readonly<Record<Panel, string>>
  /** On the first time, schedule and agreement are required too. */
  first: boolean
  person: KnownPerson
  script: PaymentScript
  answer: FormAnswer | undefined
}

/**
 * Onboarding and requirements: one step per panel, then the loader. Its fields have no `name`, so the browser can never
 * submit them to our server: the values go to Stripe, and our server gets tokens.
 */
export function DetailsWizard({ panels, labels, first, person, script, answer }: Props) {
  const [step, setStep] = useState(0)
  const sent = useTyped()
  const [typed, setTyped] = useState(() => ({ ...NOTHING_TYPED, ...answersFrom(sent) }))
  const [faults, setFaults] = useState<Faults>({})
  const [attempts, setAttempts] = useState(0)
  useSavedAnswers(typed, (kept) => setTyped((before) => ({ ...before, ...kept })))
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const before = form.current && typedBeforeHydration(form.current)
    setTyped((now) => ({ ...now, ...before }))
  }, [])
  const { send, sending, rejection } = useSending({ panels, person, script })
  const hydrated = useHydrated()
  const panel = panels[step] ?? "identity"
  const last = step === panels.length - 1
  const type = (change: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...change }))
    setFaults((before) => without(before, Object.keys(change)))
  }
  const next = (event: FormEvent) => {
    event.preventDefault()
    const found = faultsOf(panel, typed, { first })
    setFaults(found)
    setAttempts(attempts + 1)
    if (Object.keys(found).length > 0) {
      if (!first) toast(MISSING_DETAILS_MESSAGE, "error")
      return
    }
    if (last) void send(typed)
    else setStep(step + 1)
  }
  const said = rejection ?? (sending ? null : (answer?.toast?.text ?? null))
  return (
    <Card className="stack">
      <div className="wizard-no-script">
        <Notice>This form needs JavaScript: your details go from this page straight to Stripe.</Notice>
      </div>
      <ProgressBar steps={panels.map((one) => labels[one])} current={sending ? panels.length : step} />
      {said && (
        <Notice kind="bad" role="alert">
          {said}
        </Notice>
      )}
      {sending ? (
        <Loader text="Sending your details to Stripe…" />
      ) : (
        <form ref={form} className="stack js-only" onSubmit={next} noValidate>
          <Summary key={attempts} lines={linesOf(faults)} />
          <StepFocus step={step} title={TITLES[panel]} />
          <PanelFields panel={panel} typed={typed} faults={faults} first={first} type={type} />
          <div className="wizard-buttons">
            <Button disabled={!hydrated}>{last ? "Submit" : "Next"}</Button>
            {step > 0 && (
              <Button type="button" kind="plain" onClick={() => setStep(step - 1)}>
                Back
              </Button>
            )}
          </div>
        </form>
      )}
    </Card>
  )
}

const TITLES = {
  identity: "About you",
  market: "Market Information",
  bank: "Bank Account",
  document: "Your ID document",
} as const satisfies Record<Panel, string>

const linesOf = (faults: Faults) =>
  Object.entries(faults).map(([name, texts]) => ({ text: texts[0] ?? "", fieldId: FIELD_IDS[name] ?? name }))

/** A choice of two options has no single field, so its error links to the first option. */
const FIELD_IDS: Readonly<Record<string, string>> = { question: "question-yes" }

/** Moves the focus to the step's heading when the step changes, but not on the first render. */
function StepFocus({ step, title }: { step: number; title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus()
    shown.current = step
  }, [step])
  return (
    <h2 ref={heading} tabIndex={-1}>
      {title}
    </h2>
  )
}

function useSending({ panels, person, script }: Pick<Props, "panels" | "person" | "script">) {
  const submit = useSubmit()
  const navigation = useNavigation()
  const busy = useRef(false)
  const [tokenising, setTokenising] = useState(false)
  const [rejection, setRejection] = useState<string | null>(null)
  const { publishableKey, localScript } = script
  // Stripe's script loads while the person types; whether it loaded is checked when the form is submitted.
  useEffect(
    () => void cardProvider({ publishableKey, localScript }).catch(() => null),
    [publishableKey, localScript],
  )
  const send = async (typed: Typed) => {
    if (busy.current) return
    busy.current = true
    setTokenising(true)
    setRejection(null)
    try {
      const stripe = await cardProviderSoon(script)
      await submit(await tokenise(stripe, script, { typed, person, panels }), { method: "post" })
    } catch (error) {
      setRejection(error instanceof Error ? error.message : "Please try again.")
    } finally {
      busy.current = false
      setTokenising(false)
    }
  }
  return { send, sending: tokenising || navigation.formMethod === "POST", rejection }
}

const without = (faults: Faults, names: string[]): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => !names.includes(name)))
