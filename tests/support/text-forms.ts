import { IDEMPOTENCY_FIELD } from "#app/forms/idempotency-field.ts"
import { newClientAddress } from "./client-address.ts"
import { formEntries, type HtmlPage } from "./html-page.ts"
import { fieldKind } from "./odd-texts.ts"
import { PASSWORD } from "./sign-in.ts"
import type { Visitor } from "./visitor.ts"

/** A form with text fields on a page. */
export interface TextForm {
  /** Identifies the action of the form: "POST /account name". */
  key: string
  visitor: Visitor
  /** The path of its page. */
  path: string
  method: string
  action: string
  intent: string
  /** The ids of its text fields by their names. */
  ids: Readonly<Record<string, string>>
  names: readonly string[]
  required: readonly string[]
  /** Values for the other fields, by the fields' names. */
  rest: Readonly<Record<string, string>>
  /** Whether its script validates it before it is sent. */
  isChecked: boolean
  /** Returns all entries that the form sends, with these texts in its fields. */
  entries(texts: Readonly<Record<string, string>>): [string, string | File][]
  isMultipart: boolean
}

const TEXT_TYPES = ["text", "email", "tel", "search", "url", "number", ""]
/** The page number field of a paginated list: a number with arrows, which nobody types any other way. */
const PAGE_JUMP = "page"

/** Excludes password fields, because their value is never changed. */
function isTyped(field: Element): boolean {
  if (field.getAttribute("name") === PAGE_JUMP) return false
  if (field.hasAttribute("readonly") || field.hasAttribute("disabled")) return false
  if (field.tagName === "TEXTAREA") return true
  return field.tagName === "INPUT" && TEXT_TYPES.includes(field.getAttribute("type") ?? "")
}
/** Fields that go from the page to Stripe have no name and are not sent to us. */
const isSent = (field: Element) => isTyped(field) && Boolean(field.getAttribute("name"))

export function textFormsOf(page: HtmlPage, visitor: Visitor): TextForm[] {
  return [...page.document.forms].flatMap((form) => {
    const fields = [...form.elements].filter(isSent)
    if (fields.length === 0) return []
    const submitters = [...form.elements].filter(
      (one) => one.tagName === "BUTTON" && one.getAttribute("type") !== "button",
    ) as HTMLButtonElement[]
    // Approving requires no reason, and a wizard's Back accepts any value, so this picks another button.
    const submitter =
      submitters.find(({ value }) => value === "deny") ??
      submitters.find((one) => !one.hasAttribute("formnovalidate")) ??
      submitters[0]
    const attribute = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name)
    const method = attribute("method")?.toUpperCase() ?? "GET"
    const action = attribute("action") || page.path
    const intent = String(formEntries(form, [], submitter).find(([name]) => name === "intent")?.[1] ?? "")
    const names = fields.map((field) => field.getAttribute("name")!)
    const what = `${method} ${action.split("?")[0]} ${intent}`.trim()
    const kinds = fields.map(
      (field) => `${fieldKind(field.getAttribute("name")!)}${isRequired(field) ? "" : "?"}`,
    )
    const rest = restOf(form)
    return [
      {
        key: `${what}: ${[...new Set(kinds)].join(", ")}`,
        visitor,
        path: page.path,
        method,
        action,
        intent,
        ids: Object.fromEntries(fields.map((field) => [field.getAttribute("name"), field.id])),
        names,
        required: fields.filter(isRequired).map((field) => field.getAttribute("name")!),
        rest,
        isChecked: form.hasAttribute("novalidate") && page.html.includes("entry.client"),
        // Each submission has a new idempotency key. A used one would return the earlier result.
        entries: (texts) =>
          formEntries(
            form,
            Object.entries({ ...rest, ...texts, [IDEMPOTENCY_FIELD]: crypto.randomUUID() }),
            submitter,
          ),
        isMultipart: form.getAttribute("enctype") === "multipart/form-data",
      },
    ]
  })
}

const WEEK_MS = 7 * 24 * 3600 * 1000

/** Returns valid values for all other fields, so that only the texts can be wrong. */
function restOf(form: HTMLFormElement): Record<string, string> {
  const rest: Record<string, string> = {}
  for (const field of form.elements) {
    const name = field.getAttribute("name")
    if (!name) continue
    // Another form of /pay changes the total that this one showed.
    if (name === "shownCents") rest[name] = ""
    if (field.getAttribute("type") === "password") rest[name] = PASSWORD
    if (name === "agree") rest[name] = "on"
    if (field.getAttribute("type") === "date")
      rest[name] = new Date(Date.now() + WEEK_MS).toISOString().slice(0, 10)
    if (field.getAttribute("type") === "radio") rest[name] = field.getAttribute("value") ?? ""
    if (field.tagName !== "SELECT" || (field as HTMLSelectElement).value) continue
    const values = [...(field as HTMLSelectElement).options].map(({ value }) => value).filter(Boolean)
    rest[name] = values.includes("NY") ? "NY" : (values[0] ?? "")
  }
  return rest
}

const isRequired = (field: Element) => field.getAttribute("aria-required") === "true"
const labelOf = (form: HTMLFormElement, { id }: Element) =>
  form.querySelector(`label[for="${id}"]`)?.textContent ?? ""

/**
 * Returns what a browser, with or without JavaScript, would reject or truncate before sending, or wrongly report about
 * a field. In a form with novalidate, the types of its fields are left to the server to check.
 */
export function constraintsOf({ document, path }: HtmlPage): string[] {
  return [...document.forms].flatMap((form) => {
    const isChecked =
      form.getAttribute("method")?.toLowerCase() === "post" && !form.hasAttribute("novalidate")
    return [...form.elements].filter(isTyped).flatMap((field) => {
      const type = field.getAttribute("type") ?? ""
      const own = ["maxlength", "minlength", "pattern", "required"].filter((one) => field.hasAttribute(one))
      const checks =
        type === "number" || (isChecked && ["email", "url"].includes(type)) ? [`type ${type}`] : []
      const misnamed =
        isRequired(field) && /\(optional\)/.test(labelOf(form, field)) ? ["required, called optional"] : []
      const what = `${path.split("?")[0]} ${field.getAttribute("name") ?? field.id}`
      return [...own, ...checks, ...misnamed].map((constraint) => `${what}: ${constraint}`)
    })
  })
}

export type Outcome = { status: number; errors: Record<string, string> }

/**
 * Sends the form with these texts as a browser without JavaScript does. Returns the errors that the page then shows.
 */
export async function sendPlain(form: TextForm, texts: Readonly<Record<string, string>>): Promise<Outcome> {
  const { origin, cookies } = form.visitor
  const body = form.isMultipart ? new FormData() : new URLSearchParams()
  for (const [name, value] of form.entries(texts)) (body as FormData).append(name, value)
  const url = new URL(form.action, new URL(form.path, origin))
  if (form.method === "GET") url.search = String(body)
  const response = await fetch(url, {
    method: form.method,
    redirect: "manual",
    headers: {
      accept: "text/html",
      "x-forwarded-for": newClientAddress(),
      origin,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    },
    ...(form.method === "GET" ? {} : { body }),
  })
  const html = await response.text()
  const errors = Object.entries(form.ids).flatMap(([name, id]) => {
    const [, error] = html.split(`<div id="${id}-error">`)
    return error ? [[name, textOf(error.split("</p>")[0]!)]] : []
  })
  return { status: response.status, errors: Object.fromEntries(errors) }
}

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .trim()
