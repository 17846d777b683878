import type { ApiError } from "./api.ts"
import { addStyle } from "./style.ts"

interface Field {
  name: "number" | "expiry" | "cvc" | "zip"
  label: string
  placeholder: string
  wide?: boolean
  valid: (value: string) => boolean
  fault: string
  code: string
}

const FIELDS: Field[] = [
  {
    name: "number",
    label: "Card number",
    placeholder: "4242 4242 4242 4242",
    wide: true,
    valid: (value) => /^\d{13,19}$/.test(digits(value)),
    fault: "Your card number is incomplete.",
    code: "incomplete_number",
  },
  {
    name: "expiry",
    label: "Expiry",
    placeholder: "MM / YY",
    valid: (value) => expiryOf(value) !== null,
    fault: "Your card's expiration date is incomplete.",
    code: "incomplete_expiry",
  },
  {
    name: "cvc",
    label: "CVC",
    placeholder: "123",
    valid: (value) => /^\d{3,4}$/.test(value.trim()),
    fault: "Your card's security code is incomplete.",
    code: "incomplete_cvc",
  },
  {
    name: "zip",
    label: "ZIP",
    placeholder: "10001",
    wide: true,
    valid: (value) => /^\d{5}$/.test(value.trim()),
    fault: "Your ZIP is invalid.",
    code: "incomplete_zip",
  },
]

let made = 0

/** The test card form. Its inputs are part of the page, but their values are never sent with the page's own form. */
export class CardForm {
  readonly root = document.createElement("fieldset")
  private readonly inputs = new Map<string, HTMLInputElement>()
  private readonly alert = document.createElement("p")

  constructor(private readonly hideZip: boolean) {
    addStyle()
    made += 1
    this.root.className = "sandbox-card"
    const legend = document.createElement("legend")
    legend.textContent = "Test card form – no real money"
    const hint = document.createElement("p")
    hint.className = "sandbox-wide"
    hint.textContent = "Test cards only, for example 4242 4242 4242 4242 with any future date and any CVC."
    this.root.append(legend, hint)
    for (const field of this.fields()) this.root.append(this.input(field))
    this.alert.className = "sandbox-wide"
    this.alert.id = `sandbox-card-error-${made}`
    this.alert.setAttribute("role", "alert")
    this.root.append(this.alert)
  }

  get complete(): boolean {
    return this.fields().every((field) => field.valid(this.value(field.name)))
  }

  get empty(): boolean {
    return this.fields().every((field) => this.value(field.name) === "")
  }

  get zip(): string {
    return this.value("zip")
  }

  focus(): void {
    this.inputs.get("number")?.focus()
  }

  clear(): void {
    for (const input of this.inputs.values()) input.value = ""
  }

  disable(disabled: boolean): void {
    this.root.disabled = disabled
  }

  /** Shows the first error next to the fields and returns it, or null. */
  check(): ApiError | null {
    let first: Field | null = null
    for (const field of this.fields()) {
      const valid = field.valid(this.value(field.name))
      this.inputs.get(field.name)?.setAttribute("aria-invalid", String(!valid))
      if (!valid) first ??= field
    }
    this.alert.textContent = first?.fault ?? ""
    if (!first) return null
    this.inputs.get(first.name)?.focus()
    return { type: "validation_error", code: first.code, message: first.fault }
  }

  card(): { number: string; exp_month: number; exp_year: number; cvc: string } {
    const { month, year } = expiryOf(this.value("expiry")) ?? { month: 0, year: 0 }
    return { number: digits(this.value("number")), exp_month: month, exp_year: year, cvc: this.value("cvc") }
  }

  private fields(): Field[] {
    return FIELDS.filter((field) => field.name !== "zip" || !this.hideZip)
  }

  private value(name: string): string {
    return this.inputs.get(name)?.value.trim() ?? ""
  }

  private input(field: Field): HTMLLabelElement {
    const label = document.createElement("label")
    if (field.wide) label.className = "sandbox-wide"
    label.textContent = field.label
    const input = document.createElement("input")
    input.id = `sandbox-card-${field.name}-${made}`
    input.placeholder = field.placeholder
    input.inputMode = "numeric"
    input.autocomplete = "off"
    input.setAttribute("aria-describedby", `sandbox-card-error-${made}`)
    label.htmlFor = input.id
    label.append(input)
    this.inputs.set(field.name, input)
    return label
  }
}

function digits(value: string): string {
  return value.replace(/\D/g, "")
}

function expiryOf(value: string): { month: number; year: number } | null {
  const [, month = "", year = ""] = /^(\d{1,2})\s*[/-]?\s*(\d{2}|\d{4})$/.exec(value.trim()) ?? []
  const parsed = { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) }
  return parsed.month >= 1 && parsed.month <= 12 ? parsed : null
}
