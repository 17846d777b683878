import { type FormMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { conformZodMessage, getZodConstraint, parseWithZod } from "@conform-to/zod/v4"
import type { ReactElement } from "react"
import { useEffect, useRef, useState } from "react"
import { Form as RouterForm, type FormProps as RouterFormProps, useNavigation } from "react-router"
import { object, type z } from "zod"
import type { Elements } from "./elements.ts"
import "../forms/zod-without-eval.ts"
import { IDEMPOTENCY_FIELD, newKey } from "../forms/idempotency-field.ts"
import { useTyped } from "../forms/use-typed.ts"
import { isHydrated } from "../hydration/hydrated.ts"
import { Button } from "./button.tsx"

type Options<S extends z.ZodObject> = {
  id?: string
  /** The action's result, from `useActionData()`. */
  answer?: { lastResult?: SubmissionResult | null } | null | undefined
  defaultValue?: {
    [Key in keyof z.input<S>]?: string | boolean | number | null | undefined | readonly unknown[]
  }
  /** Restores the typed values if the session had expired when the form was sent. */
  keepsTyped?: boolean
  /**
   * Called with the values of a form that passed its checks, in place of the page's action; only on a hydrated page.
   */
  onValid?: (value: z.output<S>) => void
}

/** Sets up conform with the schema that the action also uses. Returns `[form, fields]`. */
export function useSchemaForm<S extends z.ZodObject>(schema: S, options: Options<S> = {}) {
  const { onValid, keepsTyped, answer } = options
  const typed = useTyped()
  const [rejections, setRejections] = useState(0)
  const used = useForm<z.input<S> & Record<string, unknown>>({
    id: options.id,
    lastResult: answer?.lastResult ?? null,
    defaultValue: ((keepsTyped && typedIn(schema, typed)) || options.defaultValue) as never,
    constraint: getZodConstraint(schema) as never,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    ...(onValid && {
      onSubmit: (event, { formData }) => {
        event.preventDefault()
        onValid(schema.parse(Object.fromEntries(formData)))
      },
    }),
    onValidate: ({ formData, submitter }) => {
      const submission = parseWithZod(formData, {
        schema: (intent) => {
          if (intent) return keepErrors(errorsBeside(intent.payload.name, formData, schema, answer))
          return skipsChecks(submitter) ? object({}) : schema
        },
      })
      if (submission.status === "error") setRejections((count) => count + 1)
      return submission as never
    },
  })
  const { id } = used[0]
  useEffect(() => {
    // Conform has focused the first invalid field; this moves the focus to the summary.
    if (rejections > 0) document.forms.namedItem(id)?.querySelector<HTMLElement>(".summary")?.focus()
  }, [rejections, id])
  return used
}

/**
 * Returns the fields whose errors stay while another field is edited or reset: those that the schema still rejects, and
 * those that the server rejected. The edited field loses its error and is checked again on the next submission.
 */
function errorsBeside(
  edited: string | undefined,
  form: FormData,
  schema: z.ZodObject,
  answer: Options<z.ZodObject>["answer"],
) {
  const rejected = { ...answer?.lastResult?.error, ...parseWithZod(form, { schema }).reply().error }
  return Object.keys(rejected).filter((name) => name !== edited)
}

/** A schema under which each of these fields keeps its previous error, if it has one. */
const keepErrors = (names: readonly string[]) =>
  object({}).superRefine((_value, { addIssue }) => {
    for (const name of names)
      addIssue({ code: "custom", path: [name], message: conformZodMessage.VALIDATION_SKIPPED })
  })

/** Returns the typed values, nested like the schema; null if another form of the page was sent. */
function typedIn(schema: z.ZodObject, typed: Readonly<Record<string, string>> | null) {
  if (!typed) return null
  const sent = new FormData()
  for (const [name, value] of Object.entries(typed)) sent.append(name, value)
  const { payload } = parseWithZod(sent, { schema: object({}) })
  return Object.keys(schema.shape).some((name) => name in payload) ? payload : null
}

/** Whether a button submits the form without validation (`formNoValidate`), like a wizard's Back button. */
const skipsChecks = (submitter: HTMLElement | null) =>
  submitter instanceof HTMLButtonElement && submitter.formNoValidate

type AnyForm = Pick<FormMetadata, "id" | "onSubmit" | "noValidate" | "errors" | "allErrors" | "status">

type Props = Omit<RouterFormProps, "onSubmit" | "noValidate"> & {
  // biome-ignore lint/suspicious/noExplicitAny: a form of any schema; conform's type is invariant in it
  form: FormMetadata<any, string[]>
  /** The summary's labels for fields whose messages do not name their field. */
  labels?: Labels
  /** Fields whose message is shown in its own notice, which links to the next step, and not in the summary. */
  noticed?: readonly string[]
  children: Elements
}

type Labels = Readonly<Record<string, string>>

/** A POST form with its error summary on top. Works without JavaScript. */
export function Form({ form, labels, noticed, children, className = "stack", ...rest }: Props) {
  return (
    <RouterForm method="post" className={className} {...rest} {...getFormProps(form)}>
      <ErrorSummary form={form} labels={labels} noticed={noticed} />
      <IdempotencyKey />
      {children}
    </RouterForm>
  )
}

/**
 * Identifies this filled-in form, so that it is processed once even if sent twice. A page from the back-forward cache
 * gets a new key.
 */
export function IdempotencyKey() {
  const [key, setKey] = useState(newKey)
  useEffect(() => {
    const renew = (event: PageTransitionEvent) => event.persisted && setKey(newKey())
    addEventListener("pageshow", renew)
    return () => removeEventListener("pageshow", renew)
  }, [])
  // Hydration keeps the server's key, since it is still the same filled-in form.
  return <input type="hidden" name={IDEMPOTENCY_FIELD} value={key} suppressHydrationWarning readOnly />
}

type SummaryProps = { form: AnyForm; labels?: Labels | undefined; noticed?: readonly string[] | undefined }

/** A form's validation errors, in the order of its schema. */
export function ErrorSummary({ form, labels = {}, noticed = [] }: SummaryProps) {
  const told = Object.entries(form.allErrors).filter(([name]) => !noticed.includes(name))
  const lines = told.flatMap(([name, messages]) =>
    (messages ?? []).map((text) => ({
      text: labels[name] ? `${labels[name]}: ${text}` : text,
      fieldId: name ? `${form.id}-${name}` : null,
    })),
  )
  // Two fields marked for one reason (a failed login) are a single problem.
  return (
    <Summary lines={lines.filter(({ text }, at) => lines.findIndex((one) => one.text === text) === at)} />
  )
}

type Line = { text: string; fieldId: string | null }

/** Each line links to its field. The summary takes the focus when a response or a submit shows it. */
export function Summary({ lines }: { lines: readonly Line[] }) {
  const summary = useRef<HTMLDivElement>(null)
  const { formMethod } = useNavigation()
  // Zero while the form is being submitted, so that the same errors count as new if it is rejected again.
  const count = formMethod === "POST" ? 0 : lines.length
  const [before, setBefore] = useState(0)
  useEffect(() => {
    // A page rendered with errors focused the summary on load; by now the person may be typing in a field.
    if (count > 0 && before === 0 && isHydrated()) takeFocus(summary.current)
    setBefore(count)
  }, [count, before])
  if (lines.length === 0) return null
  return (
    // biome-ignore lint/a11y/noAutofocus: without JavaScript this is how the summary takes the focus
    <div ref={summary} className="summary" role="alert" tabIndex={-1} autoFocus>
      <p className="label">
        {lines.length === 1 ? "There is a problem" : `There are ${lines.length} problems`}
      </p>
      <ul>
        {lines.map(({ text, fieldId }) => (
          <li key={text}>{fieldId ? <a href={`#${fieldId}`}>{text}</a> : text}</li>
        ))}
      </ul>
    </div>
  )
}

/** Focuses the summary, unless the focus is in another form of the page. */
function takeFocus(summary: HTMLElement | null) {
  const { activeElement, body } = document
  const form = summary?.closest("form")
  // A button may be outside of the form that it sends.
  const isItsButton = activeElement instanceof HTMLButtonElement && activeElement.form === form
  if (activeElement === body || isItsButton || form?.contains(activeElement)) summary?.focus()
}

type SubmitProps = {
  /** A single text or element: React could not replace several at once. */
  children: string | ReactElement
  /** Shown while this form is being sent. */
  busy?: string
  name?: string
  value?: string
  wide?: boolean
  kind?: "leaf" | "plain" | "danger"
  disabled?: boolean
  form?: string | undefined
  formNoValidate?: boolean
}

/** A submit button that cannot be pressed again while its form is being sent. */
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
