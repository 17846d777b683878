import { type FormMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { conformZodMessage, getZodConstraint, parseWithZod } from "@conform-to/zod/v4"
import type { ReactElement } from "react"
import { useEffect, useRef, useState } from "react"
import { Form as RouterForm, type FormProps as RouterFormProps, useNavigation } from "react-router"
import { object, type z } from "zod"
import type { Elements } from "./elements.ts"
import "../forms/zod-without-eval.ts"
import { IDEMPOTENCY_FIELD, newKey } from "../forms/idempotency-field.ts"
import { isHydrated } from "../hydration/hydrated.ts"
import { useTyped } from "../identity/use-typed.ts"
import { Button } from "./button.tsx"

type Options<S extends z.ZodObject> = {
  id?: string
  /** The action's answer, from `useActionData()`. */
  answer?: { lastResult?: SubmissionResult | null } | null | undefined
  defaultValue?: {
    [Key in keyof z.input<S>]?: string | boolean | number | null | undefined | readonly unknown[]
  }
  /** Comes back with what was typed, where the session had ended when the form was sent. */
  keepsTyped?: boolean
  /** Takes a form that passed its checks, in place of the page's action; only once the page is hydrated. */
  onValid?: (value: z.output<S>) => void
}

/** Conform over one schema, which the action uses too. Answers `[form, fields]`. */
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
    // Conform has put the focus on the first wrong field.
    if (rejections > 0) document.forms.namedItem(id)?.querySelector<HTMLElement>(".summary")?.focus()
  }, [rejections, id])
  return used
}

/**
 * The fields whose errors stay while one is edited or reset: those that the schema still rejects, and those that the
 * server rejected. The edited one loses its error, and is checked again with the next submission.
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

/** Says of each field that its error, where it has one, is the one from before. */
const keepErrors = (names: readonly string[]) =>
  object({}).superRefine((_value, { addIssue }) => {
    for (const name of names)
      addIssue({ code: "custom", path: [name], message: conformZodMessage.VALIDATION_SKIPPED })
  })

/** What was typed, nested as the schema is; null where it was another form of the page that was sent. */
function typedIn(schema: z.ZodObject, typed: Readonly<Record<string, string>> | null) {
  if (!typed) return null
  const sent = new FormData()
  for (const [name, value] of Object.entries(typed)) sent.append(name, value)
  const { payload } = parseWithZod(sent, { schema: object({}) })
  return Object.keys(schema.shape).some((name) => name in payload) ? payload : null
}

/** A button with formNoValidate (a wizard's Back) sends the form as it is. */
const skipsChecks = (submitter: HTMLElement | null) =>
  submitter instanceof HTMLButtonElement && submitter.formNoValidate

type AnyForm = Pick<FormMetadata, "id" | "onSubmit" | "noValidate" | "errors" | "allErrors" | "status">

type Props = Omit<RouterFormProps, "onSubmit" | "noValidate"> & {
  // biome-ignore lint/suspicious/noExplicitAny: a form of whatever schema; conform's type is invariant in it
  form: FormMetadata<any, string[]>
  /** What the summary calls the fields whose messages do not say which one is meant. */
  labels?: Labels
  /** Fields whose message stands in a notice of its own, with the way on in it, and not in the summary. */
  noticed?: readonly string[]
  children: Elements
}

type Labels = Readonly<Record<string, string>>

/** A posted form with its error summary on top. Works without JavaScript. */
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
 * Names this filling-in of the form, so that sent twice it is done once. A page that comes back from the back-forward
 * cache is filled in again.
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

type SummaryProps = { form: AnyForm; labels?: Labels | undefined; noticed?: readonly string[] | undefined }

/** What is wrong with a form, in the order of its schema. */
export function ErrorSummary({ form, labels = {}, noticed = [] }: SummaryProps) {
  const told = Object.entries(form.allErrors).filter(([name]) => !noticed.includes(name))
  const lines = told.flatMap(([name, messages]) =>
    (messages ?? []).map((text) => ({
      text: labels[name] ? `${labels[name]}: ${text}` : text,
      fieldId: name ? `${form.id}-${name}` : null,
    })),
  )
  // Two fields marked for one reason (a login that fails) are one problem.
  return (
    <Summary lines={lines.filter(({ text }, at) => lines.findIndex((one) => one.text === text) === at)} />
  )
}

type Line = { text: string; fieldId: string | null }

/** Each line a link to its field. It takes the focus when the server or a submit brings it up. */
export function Summary({ lines }: { lines: readonly Line[] }) {
  const summary = useRef<HTMLDivElement>(null)
  const { formMethod } = useNavigation()
  // What is sent again is rejected again: while it is on its way, nothing is said yet.
  const count = formMethod === "POST" ? 0 : lines.length
  const [before, setBefore] = useState(0)
  useEffect(() => {
    // A page that was rendered with errors had the focus there; a person who types in a field by now keeps it.
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

/** The focus stays in another form of the page. */
function takeFocus(summary: HTMLElement | null) {
  const { activeElement, body } = document
  const form = summary?.closest("form")
  // A button may stand outside of the form that it sends.
  const isItsButton = activeElement instanceof HTMLButtonElement && activeElement.form === form
  if (activeElement === body || isItsButton || form?.contains(activeElement)) summary?.focus()
}

type SubmitProps = {
  /** One text or element: several would have to be taken out one by one. */
  children: string | ReactElement
  /** Shown while this form's answer is awaited. */
  busy?: string
  name?: string
  value?: string
  wide?: boolean
  kind?: "leaf" | "plain" | "danger"
  disabled?: boolean
  form?: string | undefined
  formNoValidate?: boolean
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
