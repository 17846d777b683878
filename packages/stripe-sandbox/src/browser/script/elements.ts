import type { ApiError } from "./api.ts"
import { CardForm } from "./card-form.ts"

type Handler = (event: unknown) => void
type Options = Record<string, unknown>

/** One mounted form. The Payment Element and the older Card Element are the same test card form here. */
export class TestElement {
  readonly form: CardForm
  private readonly handlers = new Map<string, Set<Handler>>()

  constructor(
    readonly elementType: string,
    options: Options,
    private readonly forget: () => void,
  ) {
    this.form = new CardForm(options.hidePostalCode === true || collectsNoAddress(options))
    this.form.root.addEventListener("input", () => this.tellChange())
    this.form.root.addEventListener("focusin", () => this.tell("focus", { elementType }))
    this.form.root.addEventListener("focusout", () => this.tell("blur", { elementType }))
  }

  mount(target: string | HTMLElement): void {
    const place = typeof target === "string" ? document.querySelector(target) : target
    if (!place) throw new Error("The element to mount the test card form in is not on the page.")
    place.replaceChildren(this.form.root)
    queueMicrotask(() => {
      this.tell("loaderstart", { elementType: this.elementType })
      this.tell("ready", { elementType: this.elementType })
    })
  }

  on(name: string, handler: Handler): this {
    const known = this.handlers.get(name) ?? new Set()
    this.handlers.set(name, known.add(handler))
    return this
  }

  once(name: string, handler: Handler): this {
    const once: Handler = (event) => {
      this.off(name, once)
      handler(event)
    }
    return this.on(name, once)
  }

  off(name: string, handler?: Handler): this {
    if (handler) this.handlers.get(name)?.delete(handler)
    else this.handlers.delete(name)
    return this
  }

  update(options: Options): void {
    if (typeof options.disabled === "boolean") this.form.disable(options.disabled)
  }

  unmount(): void {
    this.form.root.remove()
  }

  destroy(): void {
    this.unmount()
    this.forget()
  }

  focus(): void {
    this.form.focus()
  }

  blur(): void {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }

  clear(): void {
    this.form.clear()
  }

  collapse(): void {}

  private tell(name: string, event: unknown): void {
    for (const handler of this.handlers.get(name) ?? []) handler(event)
  }

  private tellChange(): void {
    const { complete, empty } = this.form
    this.tell("change", {
      elementType: this.elementType,
      complete,
      empty,
      collapsed: false,
      error: undefined,
      brand: "unknown",
      value: this.elementType === "payment" ? { type: "card" } : { postalCode: this.form.zip },
    })
  }
}

/** Whether the options of a Payment Element say that the page collects the address itself. */
function collectsNoAddress({ fields }: Options): boolean {
  const { billingDetails } = (fields ?? {}) as { billingDetails?: string | { address?: unknown } }
  if (typeof billingDetails !== "object") return billingDetails === "never"
  const { address } = billingDetails
  return address === "never" || (address as { postalCode?: string } | undefined)?.postalCode === "never"
}

export class TestElements {
  private readonly mounted = new Map<string, TestElement>()

  constructor(private options: Options = {}) {}

  get clientSecret(): string | undefined {
    return this.options.clientSecret as string | undefined
  }

  create(type: string, options: Options = {}): TestElement {
    if (type !== "payment" && type !== "card") {
      throw new Error(`The card sandbox has no ${type} element: it has "payment" and "card".`)
    }
    const element = new TestElement(type, options, () => this.mounted.delete(type))
    this.mounted.set(type, element)
    return element
  }

  getElement(type: string | { __elementType?: string }): TestElement | null {
    const name = typeof type === "string" ? type : (type.__elementType ?? "card")
    return this.mounted.get(name) ?? null
  }

  update(options: Options): void {
    this.options = { ...this.options, ...options }
  }

  async fetchUpdates(): Promise<Record<string, never>> {
    return {}
  }

  async submit(): Promise<{ error?: ApiError; selectedPaymentMethod?: string }> {
    const element = this.form()
    const error = element?.form.check() ?? null
    return error ? { error } : { selectedPaymentMethod: "card" }
  }

  form(): TestElement | null {
    return this.mounted.get("payment") ?? this.mounted.get("card") ?? null
  }
}
