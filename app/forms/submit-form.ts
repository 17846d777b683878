import type { SubmissionResult } from "@conform-to/react"
import { parseWithZod } from "@conform-to/zod/v4"
import { data } from "react-router"
import type { z } from "zod"
import { readForm } from "#app/forms/read-form.ts"
import type { Toast } from "#app/page-protocol/events.ts"
import { DomainError, type ErrorCode, isToastIssue } from "#core/errors.ts"
import { IDEMPOTENCY_FIELD } from "./idempotency-field.ts"
import { isSecretField } from "./secret-field.ts"

/** A form action's result when it does not redirect; pass it to `useSchemaForm` and `PageToast`. */
export type FormAnswer = { lastResult: SubmissionResult; toast?: Toast }

export type SubmitOptions = {
  /** Fields to mark for a rejection that names none: `{ wrong_credentials: ["email", "password"] }`. */
  mark?: Partial<Record<ErrorCode, string[]>>
  /** Where to redirect if the row no longer exists; the not-found page by default. */
  gone?: () => Response
}

/** Passed to `run` with the input: the form's idempotency key, and the form as sent, for its files. */
export type SentForm = { idempotencyKey: string | undefined; formData: FormData }

/**
 * A route's whole action: parses the form with the schema, runs the command, and turns rejections into marked fields,
 * an error summary and a toast (422). The result of `run` (mostly a redirect) is the response. An action that had to
 * read the form first passes its FormData.
 */
export async function submitForm<S extends z.ZodType, Result>(
  sent: Request | FormData,
  schema: S,
  run: (input: z.output<S>, sent: SentForm) => Promise<Result>,
  options: SubmitOptions = {},
) {
  const form = sent instanceof FormData ? sent : await readForm(sent)
  const toasts: string[] = []
  const submission = parseWithZod(form, {
    schema,
    formatError(issues: z.core.$ZodIssue[]) {
      toasts.push(...issues.filter(isToastIssue).map(({ message }) => message))
      return issues.map(({ message }) => message)
    },
  })
  const hideFields = [...new Set(form.keys())].filter(isSecretField)
  if (submission.status !== "success")
    return reject({ lastResult: submission.reply({ hideFields }), ...toastOf(toasts[0]) })
  try {
    const key = form.get(IDEMPOTENCY_FIELD)
    const idempotencyKey = typeof key === "string" && key ? key : undefined
    return await run(submission.value as z.output<S>, { idempotencyKey, formData: form })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.code === "not_found") throw options.gone?.() ?? data(null, { status: 404 })
    const messages = messagesOf(error)
    // Conform sorts fields by name; the rejection lists them in the form's order.
    if (messages)
      return reject({
        lastResult: { ...submission.reply({ hideFields, fieldErrors: messages }), error: messages },
      })
    const fields = options.mark?.[error.code] ?? fieldsOf(error)
    const marked = Object.fromEntries(fields.map((field) => [field, [error.message]]))
    const reply =
      fields.length > 0
        ? submission.reply({ hideFields, fieldErrors: marked })
        : submission.reply({ hideFields, formErrors: [error.message] })
    const isToast = fields.length === 0 || error.isToast
    return reject(
      { lastResult: reply, ...toastOf(isToast ? error.message : undefined) },
      statusOf(error.code),
    )
  }
}

/**
 * The action of a route that our own script calls: parses the form with the schema and returns the result of `run` as
 * JSON that is not cached. With status 422, `unreadable` is the response to a form that the schema rejects, and
 * `rejected` to a rejection of the command.
 */
export async function submitByScript<S extends z.ZodType, Answer>(
  request: Request,
  schema: S,
  run: (input: z.output<S>) => Promise<Answer>,
  answers: { unreadable: Answer; rejected: (message: string, code: ErrorCode) => Answer },
): Promise<Response> {
  const submission = parseWithZod(await readForm(request), { schema })
  if (submission.status !== "success") return json(answers.unreadable, 422)
  try {
    return json(await run(submission.value as z.output<S>))
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return json(answers.rejected(error.message, error.code), 422)
  }
}

function json(body: unknown, status = 200): Response {
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" }
  return new Response(JSON.stringify(body), { status, headers })
}

const reject = (answer: FormAnswer, status = 422) => data(answer, { status })

export type FormRejection = ReturnType<typeof reject>

const statusOf = (code: ErrorCode) => (code === "rate_limited" ? 429 : 422)

/** The separate messages of a rejection for several fields: `details.messages`. */
function messagesOf(error: DomainError): Record<string, string[]> | null {
  const messages = error.details?.messages
  if (!messages || typeof messages !== "object") return null
  return Object.fromEntries(Object.entries(messages).map(([field, text]) => [field, [String(text)]]))
}

function fieldsOf(error: DomainError): string[] {
  const several = error.details?.fields
  if (Array.isArray(several)) return several.map(String)
  return error.field ? [error.field] : []
}

function toastOf(text: string | undefined): { toast?: Toast } {
  return text === undefined ? {} : { toast: { text, kind: "error" } }
}
