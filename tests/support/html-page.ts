import { configure, getByLabelText, getByRole, queryAllByRole } from "@testing-library/dom"
import { Window } from "happy-dom"

/** A file in the format of Playwright and of the photo helpers. */
export interface Upload {
  name: string
  mimeType: string
  buffer: Uint8Array
}

/** A value for a form field: text, an option's label or value, a checkbox's state, or files; null omits the field. */
export type Entry = string | boolean | null | Upload | Upload[]

const window = new Window({ settings: { disableJavaScriptEvaluation: true } as never })
// Hidden parts are removed below, once, because checking every node's style would be slow.
configure({
  defaultHidden: true,
  getElementError: (message, container) =>
    new Error(`${message?.split("\n")[0]}\n${textOf(container as Element).slice(0, 1_500)}`),
})

/** Opens a page's links and sends its forms; a visitor does so. */
type Browser = {
  open(path: string, from?: string): Promise<HtmlPage>
  send(
    page: HtmlPage,
    form: HTMLFormElement,
    changes: readonly (readonly [Element | string, Entry])[],
    submitter?: HTMLButtonElement,
  ): Promise<HtmlPage>
}

/** A page as a browser without JavaScript shows it. */
export class HtmlPage {
  readonly document: Document
  /** The visible text, with collapsed whitespace. */
  readonly text: string

  constructor(
    readonly visitor: Browser,
    readonly status: number,
    /** The final address after redirects: path and query. */
    readonly path: string,
    readonly html: string,
    readonly headers: Headers,
  ) {
    this.document = new window.DOMParser().parseFromString(html, "text/html") as unknown as Document
    // When happy-dom parses options, it selects a different one than the page's HTML.
    for (const option of this.document.querySelectorAll<HTMLOptionElement>("option[selected]"))
      option.selected = true
    for (const hidden of this.document.querySelectorAll("script,style,template,dialog:not([open])"))
      hidden.remove()
    this.text = textOf(this.document.body)
  }

  /** Returns the only element with this ARIA role and accessible name; `within` restricts it to a part of the page. */
  get(role: string, name?: string | RegExp, within: Element = this.document.body): HTMLElement {
    return getByRole(within as HTMLElement, role, name === undefined ? {} : { name })
  }

  all(role: string, name?: string | RegExp, within: Element = this.document.body): HTMLElement[] {
    return queryAllByRole(within as HTMLElement, role, name === undefined ? {} : { name })
  }

  field(label: string | RegExp, within: Element = this.document.body): HTMLInputElement {
    return getByLabelText(within as HTMLElement, label, { selector: "input,select,textarea" })
  }

  /** Returns the error message of a field, which is given by its label or its name. */
  errorAt(field: string): string | undefined {
    const input = this.document.querySelector(`[name="${field}"]`) ?? this.field(field)
    const ids = (input.getAttribute("aria-describedby") ?? "").split(" ")
    const error = [`${input.id}-error`, ...ids.filter((id) => id.endsWith("-error"))]
      .map((id) => this.document.getElementById(id))
      .find((element) => element)
    return error ? textOf(error) : undefined
  }

  follow(name: string | RegExp, within?: Element): Promise<HtmlPage> {
    return this.visitor.open(this.get("link", name, within).getAttribute("href") ?? "", this.path)
  }

  /** Fills in fields by their labels and presses the button with this name, which submits its form. */
  press(button: string | RegExp, entries: Record<string, Entry> = {}, within?: Element): Promise<HtmlPage> {
    const pressed = this.get("button", button, within) as HTMLButtonElement
    const form = formOf(pressed)
    if (!form) throw new Error(`The button ${button} sends no form.`)
    const byName = Object.entries(entries).map(([label, entry]) => {
      const field = labelled(form, label)
      return [field, entry] as const
    })
    return this.visitor.send(this, form, byName, pressed)
  }

  /**
   * Sends the form that has all of these fields, by their names, regardless of its button. Without fields, it sends the
   * first form outside the top bar. For values that a person cannot enter: hidden fields, options that are not listed.
   */
  send(fields: Record<string, Entry>, button: Record<string, string> = {}): Promise<HtmlPage> {
    const names = Object.keys(fields)
    const forms = [...this.document.forms].filter(
      (form) => names.length > 0 || !IN_THE_TOP_BAR.includes(form.getAttribute("action") ?? ""),
    )
    const has = (form: HTMLFormElement, name: string) =>
      [...form.elements].some((field) => nameOf(field) === name)
    const form = forms.find((one) => names.every((name) => has(one, name))) ?? forms[0]
    if (!form) throw new Error(`${this.path} has no form`)
    return this.visitor.send(this, form, Object.entries({ ...fields, ...button }))
  }
}

const IN_THE_TOP_BAR = ["/logout", "/see-order"]

/** happy-dom gives a button that names its form the one around it. */
function formOf(button: HTMLButtonElement): HTMLFormElement | null {
  const named = button.getAttribute("form")
  return named ? (button.ownerDocument.getElementById(named) as HTMLFormElement | null) : button.form
}

const nameOf = (field: Element) => field.getAttribute("name") ?? ""

function labelled(form: HTMLFormElement, label: string): Element {
  try {
    return getByLabelText(form as HTMLElement, label, { selector: "input,select,textarea" })
  } catch {
    // A field outside its form, linked to it by the form attribute.
    return getByLabelText(form.ownerDocument.body, label, { selector: "input,select,textarea" })
  }
}

function textOf(element: Element): string {
  const walker = element.ownerDocument.createTreeWalker(element, 4)
  const words: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) words.push(node.textContent ?? "")
  return words.join("").replace(/\s+/g, " ").trim()
}

/** Returns the form's fields as a browser sends them, with some of them changed. */
export function formEntries(
  form: HTMLFormElement,
  changes: readonly (readonly [Element | string, Entry])[],
  submitter?: HTMLButtonElement,
): [string, string | File][] {
  const owned = submitter?.form === form ? submitter : undefined
  const named: [string, string][] = submitter?.name && !owned ? [[submitter.name, submitter.value]] : []
  const entries = [...new window.FormData(form as never, owned as never).entries(), ...named] as [
    string,
    string | File,
  ][]
  let sent = entries.filter(([, value]) => typeof value === "string" || value.size > 0)
  for (const [field, entry] of changes) {
    const name = typeof field === "string" ? field : nameOf(field)
    const isOneOfMany = typeof field !== "string" && field.getAttribute("type") === "checkbox"
    const values = valuesOf(field, entry)
    const ticked = isOneOfMany ? (field.getAttribute("value") ?? "on") : undefined
    sent = sent.filter(([one, value]) => one !== name || (isOneOfMany && value !== ticked))
    sent.push(...values.map((value) => [name, value] as [string, string | File]))
  }
  return sent
}

function valuesOf(field: Element | string, entry: Entry): (string | File)[] {
  if (entry === null || entry === false) return []
  if (entry === true) return [(typeof field !== "string" && field.getAttribute("value")) || "on"]
  if (typeof entry === "string") return [typeof field === "string" ? entry : optionValue(field, entry)]
  const files = Array.isArray(entry) ? entry : [entry]
  return files.map(({ name, mimeType, buffer }) => new File([buffer as never], name, { type: mimeType }))
}

/** Returns the value of an option, given its label. */
function optionValue(field: Element, choice: string): string {
  if (field.tagName !== "SELECT") return choice
  const options = [...(field as HTMLSelectElement).options]
  const chosen =
    options.find((option) => textOf(option) === choice) ?? options.find(({ value }) => value === choice)
  if (!chosen) throw new Error(`"${choice}" is not on offer: ${options.map(textOf).join(", ")}`)
  return chosen.value
}
