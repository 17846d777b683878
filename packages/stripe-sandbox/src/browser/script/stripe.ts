import { type Answer, type ApiError, BrowserApi, type Intent } from "./api.ts"
import { challenge } from "./challenge.ts"
import { TestElement, TestElements } from "./elements.ts"

type Params = Record<string, unknown>
type Kind = "payment_intent" | "setup_intent"
type Outcome = { error?: ApiError; paymentIntent?: Intent; setupIntent?: Intent }

interface ConfirmOptions {
  elements?: TestElements
  clientSecret?: string
  confirmParams?: Params & { return_url?: string; payment_method_data?: { billing_details?: Params } }
  redirect?: "always" | "if_required"
}

const FAILED_AUTHENTICATION =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again."

/** The object that `Stripe(key)` returns, with the Stripe.js calls that a shop with card payments makes. */
class TestStripe {
  private readonly api: BrowserApi

  constructor(key: string, options: { stripeAccount?: string } = {}) {
    if (!key.startsWith("pk_test_")) throw new Error("The card sandbox takes only test keys (pk_test_…).")
    this.api = new BrowserApi(key, options.stripeAccount)
  }

  _registerWrapper(): void {}
  registerAppInfo(): void {}

  elements(options: Params = {}): TestElements {
    return new TestElements(options)
  }

  confirmPayment(options: ConfirmOptions): Promise<Outcome> {
    return this.confirmWithForm("payment_intent", options)
  }

  confirmSetup(options: ConfirmOptions): Promise<Outcome> {
    return this.confirmWithForm("setup_intent", options)
  }

  confirmCardPayment(clientSecret: string, data: Params = {}): Promise<Outcome> {
    return this.confirm("payment_intent", clientSecret, cardParams(data))
  }

  confirmCardSetup(clientSecret: string, data: Params = {}): Promise<Outcome> {
    return this.confirm("setup_intent", clientSecret, cardParams(data))
  }

  async retrievePaymentIntent(clientSecret: string): Promise<Outcome> {
    return outcome("payment_intent", await this.retrieve("payment_intent", clientSecret))
  }

  async retrieveSetupIntent(clientSecret: string): Promise<Outcome> {
    return outcome("setup_intent", await this.retrieve("setup_intent", clientSecret))
  }

  async handleNextAction({ clientSecret }: { clientSecret: string }): Promise<Outcome> {
    const kind = clientSecret.startsWith("seti_") ? "setup_intent" : "payment_intent"
    const { value, error } = await this.retrieve(kind, clientSecret)
    return value ? this.finish(kind, clientSecret, value) : { error }
  }

  handleCardAction(clientSecret: string): Promise<Outcome> {
    return this.handleNextAction({ clientSecret })
  }

  async createPaymentMethod(options: Params): Promise<{ paymentMethod?: unknown; error?: ApiError }> {
    const element = options.elements instanceof TestElements ? options.elements.form() : options.card
    const params = (options.params as Params) ?? {}
    const billing = (options.billing_details as Params) ?? (params.billing_details as Params) ?? {}
    if (!(element instanceof TestElement)) return { error: noForm() }
    const fault = element.form.check()
    if (fault) return { error: fault }
    const { value, error } = await this.api.post("/payment_methods", methodData(element, billing))
    return { paymentMethod: value, error }
  }

  /** Sends identity data and bank numbers, or the card in a form, to the sandbox and returns a token for them. */
  async createToken(
    what: string | TestElement,
    data: Params = {},
  ): Promise<{ token?: unknown; error?: ApiError }> {
    const params = typeof what === "string" ? { [what]: data } : tokenOfCard(what, data)
    if ("error" in params) return { error: params.error as ApiError }
    const { value, error } = await this.api.post("/tokens", params)
    return { token: value, error }
  }

  private async confirmWithForm(kind: Kind, options: ConfirmOptions): Promise<Outcome> {
    const element = options.elements?.form()
    const secret = options.clientSecret ?? options.elements?.clientSecret
    const { confirmParams = {}, redirect = "always" } = options
    if (!element || !secret) return { error: noForm() }
    const fault = element.form.check()
    if (fault) return { error: fault }
    const { payment_method_data, return_url, ...rest } = confirmParams
    const result = await this.confirm(kind, secret, {
      ...rest,
      payment_method_data: methodData(element, payment_method_data?.billing_details ?? {}),
    })
    const done = result.paymentIntent ?? result.setupIntent
    if (done && redirect === "always" && return_url) location.assign(returnTo(return_url, done))
    return result
  }

  private async confirm(kind: Kind, secret: string, params: Params): Promise<Outcome> {
    if (params.error) return { error: params.error as ApiError }
    const body = { ...params, client_secret: secret, use_stripe_sdk: true }
    const { value, error } = await this.api.post<Intent>(`/${kind}s/${idOf(secret)}/confirm`, body)
    return value ? this.finish(kind, secret, value) : { error }
  }

  private async finish(kind: Kind, secret: string, intent: Intent): Promise<Outcome> {
    if (intent.status !== "requires_action") return outcome(kind, { value: intent })
    const answer = await this.api.post<Intent>(`/${kind}s/${idOf(secret)}/authenticate`, {
      client_secret: secret,
      outcome: await challenge(),
    })
    if (answer.value?.status !== "requires_payment_method") return outcome(kind, answer)
    const { last_payment_error, last_setup_error } = answer.value
    const error = last_payment_error ?? last_setup_error
    return { error: error ?? { type: "invalid_request_error", message: FAILED_AUTHENTICATION } }
  }

  private retrieve(kind: Kind, secret: string): Promise<Answer<Intent>> {
    return this.api.get<Intent>(`/${kind}s/${idOf(secret)}`, { client_secret: secret })
  }
}

function outcome(kind: Kind, { value, error }: Answer<Intent>): Outcome {
  if (error) return { error }
  return kind === "payment_intent" ? { paymentIntent: value } : { setupIntent: value }
}

function idOf(secret: string): string {
  return secret.split("_secret_")[0] ?? secret
}

function noForm(): ApiError {
  return { type: "validation_error", message: "The card form is not on the page. Reload it and try again." }
}

function methodData(element: TestElement, billing: Params): Params {
  const { zip } = element.form
  const address = { ...(billing.address as Params), ...(zip ? { postal_code: zip } : {}) }
  return { type: "card", card: element.form.card(), billing_details: { ...billing, address } }
}

/** Reads `confirmCardPayment`'s second argument: a saved method's id, or a form with billing details. */
function cardParams(data: Params): Params {
  const { payment_method, ...rest } = data
  if (typeof payment_method !== "object" || payment_method === null) return { ...rest, payment_method }
  const { card, billing_details } = payment_method as { card?: unknown; billing_details?: Params }
  if (!(card instanceof TestElement)) return { error: noForm() }
  const fault = card.form.check()
  return fault ? { error: fault } : { ...rest, payment_method_data: methodData(card, billing_details ?? {}) }
}

function tokenOfCard(element: TestElement, data: Params): Params {
  const fault = element.form.check()
  if (fault) return { error: fault }
  const zip = element.form.zip ? { address_zip: element.form.zip } : {}
  return { card: { ...element.form.card(), ...zip, ...data } }
}

function returnTo(url: string, intent: Intent): string {
  const target = new URL(url, location.href)
  target.searchParams.set(intent.object, intent.id)
  target.searchParams.set(`${intent.object}_client_secret`, intent.client_secret)
  target.searchParams.set("redirect_status", "succeeded")
  return target.href
}

// `endive` is the release that @stripe/stripe-js expects; it warns about any other.
const Stripe = Object.assign(
  (key: string, options?: { stripeAccount?: string }) => new TestStripe(key, options),
  {
    version: "endive",
  },
)
Object.assign(window, { Stripe })
