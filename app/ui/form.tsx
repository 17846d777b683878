import { type FormMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4"
import type { ReactNode } from "react"
import { useEffect, useRef, useState } from "react"
import { Form as RouterForm, type FormProps as RouterFormProps, useNavigation } from "react-router"
import { object, type z } from "zod"
import "../forms/zod-without-eval.ts"
import { IDEMPOTENCY_FIELD } from "../forms/idempotency-field.ts"
import { isAwake } from "../hydration/is-awake.ts"
import { Button } from "./button.tsx"

type Options<S extends z.ZodObject> = {
  id?: string
  /** The action's answer, from `useActionData()`. */
  answer?: { lastResult?: SubmissionResult | null } | null | undefined
  defaultValue?: { [Key in keyof z.input<S>]?: string | boolean | number | null | undefined }
}

/** Conform over one schema, which the action uses too. Answers `[form, fields]`. */
export function useSchemaForm<S extends z.ZodObject>(schema: S, options: Options<S> = {}) {
  return useForm<z.input<S> & Record<string, unknown>>({
    id: options.id,
    lastResult: options.answer?.lastResult ?? null,
    defaultValue: options.defaultValue as never,
    constraint: getZodConstraint(schema) as never,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    // A button with formNoValidate (a wizard's Back) sends the form as it is.
    onValidate: ({ formData, submitter }) =>
      parseWithZod(formData, { schema: skipsChecks(submitter) ? object({}) : schema }) as never,
  })
}

const skipsChecks = (submitter: HTMLElement | null) =>
  submitter instanceof HTMLButtonElement && submitter.formNoValidate

type AnyForm = Pick<FormMetadata, "id" | "onSubmit" | "noValidate" | "errors" | "allErrors" | "status">

type Props = Omit<RouterFormProps, "onSubmit" | "noValidate"> & {
  // biome-ignore lint/suspicious/noExplicitAny: a form of whatever schema; conform's type is invariant in it
  form: FormMetadata<any, string[]>
  children: ReactNode
}

/** A posted form with its error summary on top. Works without JavaScript. */
export function Form({ form, children, className = "stack", ...rest }: Props) {
  return (
    <RouterForm method="post" className={className} {...rest} {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <IdempotencyKey />
      {children}
    </RouterForm>
  )
}

/**
 * Names this filling-in of the form, so that sent twice it is done once. A page that comes back from the back-forward
 * cache is filled in anew.
 */
export function IdempotencyKey() {
  const [key, setKey] = useState(newKey)
  useEffect(() => {
    const renew = (event: PageTransitionEvent) => event.persisted && setKey(newKey())
    addEventListener("pageshow", renew)
    return () => removeEventListener("pageshow", renew)
  }, [])
  // The server's key stays when React takes the page over: the page before and after is the same filling-in.
  return <input type="hidden" name={IDEMPOTENCY_FIELD} value={key} suppressHydrationWarning readOnly />
}

/** Not randomUUID, which browsers have on HTTPS only. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join("-")

/** What is wrong, each error a link to its field. It takes the focus when the server or a submit brings it up. */
export function ErrorSummary({ form }: { form: AnyForm }) {
  const summary = useRef<HTMLDivElement>(null)
  const invalid = Object.entries(form.allErrors).filter(([, messages]) => messages?.length)
  // Two fields marked for one reason (a login that fails) are one problem.
  const errors = invalid.filter(
    ([, [text]], at) => invalid.findIndex(([, other]) => other[0] === text) === at,
  )
  const count = errors.length
  const [before, setBefore] = useState(0)
  useEffect(() => {
    // A page that came with them had the focus there; whoever types in a field since then must keep it.
    if (count > 0 && before === 0 && isAwake()) summary.current?.focus()
    setBefore(count)
  }, [count, before])
  if (count === 0) return null
  return (
    // biome-ignore lint/a11y/noAutofocus: without JavaScript this is how the summary takes the focus
    <div ref={summary} className="summary" role="alert" tabIndex={-1} autoFocus>
      <p className="label">{count === 1 ? "There is a problem" : `There are ${count} problems`}</p>
      <ul>
        {errors.map(([name, messages]) => (
          <li key={name}>{name ? <a href={`#${form.id}-${name}`}>{messages[0]}</a> : messages[0]}</li>
        ))}
      </ul>
    </div>
  )
}

type SubmitProps = {
  children: ReactNode
  /** Shown while this form's answer is awaited. */
  busy?: string
  name?: string
  value?: string
  wide?: boolean
  kind?: "leaf" | "plain" | "danger"
}

/** Cannot be pressed twice while the form is on its way. */
export function SubmitButton({ children, busy = "One moment…", ...rest }: SubmitProps) {
  const navigation = useNavigation()
  const sending = navigation.state !== "idle" && navigation.formMethod === "POST"
  return (
    <Button
      {...rest}
      aria-disabled={sending || undefined}
      onClick={(event) => {
        if (sending) event.preventDefault()
      }}
    >
      {sending ? busy : children}
    </Button>
  )
}
