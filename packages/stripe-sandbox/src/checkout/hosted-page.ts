import type { Context, Hono } from "hono"
import { html } from "hono/html"
import { page } from "../browser/page.ts"
import { StripeError } from "../http/errors.ts"
import { dollars } from "../payments/refunds.ts"
import type { World } from "../world.ts"
import type { Session, SessionFacts } from "./new-session.ts"
import { type CardForm, type Next, paySession, savedCards, sessionById } from "./pay-session.ts"

const VERB = { payment: "Pay", subscription: "Subscribe", setup: "Save card" } as const

/** The fake for Stripe's hosted Checkout: a plain form that works without JavaScript. */
export function hostedPageRoutes(hono: Hono, world: World): void {
  hono.get("/c/pay/:id", (context) => {
    const session = sessionById(world, context.req.param("id"))
    return open(session) ? show(context, world, session) : closed(context, session)
  })
  hono.post("/c/pay/:id", async (context) => {
    const form = await context.req.parseBody()
    const session = sessionById(world, context.req.param("id"))
    if (!open(session)) return closed(context, session)
    const card = cardOf(form)
    const result = attempt(world, session, card)
    world.wake()
    if (result instanceof StripeError) return show(context, world, session, result.fields.message, card)
    return context.redirect("done" in result ? successUrl(session) : result.authenticateAt, 303)
  })
  hono.get("/c/pay/:id/return", (context) => {
    const session = sessionById(world, context.req.param("id"))
    if (!session) return closed(context, session)
    if (session.status === "complete") return context.redirect(successUrl(session), 303)
    return open(session) ? show(context, world, session, lastError(world, session)) : closed(context, session)
  })
}

/**
 * Pays a session. A decline saves the failed charge and is returned for the page to show; any other error rolls back.
 */
function attempt(world: World, session: Session, card: CardForm): Next | StripeError {
  try {
    return world.store.transaction(() => {
      try {
        return paySession(world, session, card)
      } catch (error) {
        if (error instanceof StripeError && error.keep) return error
        throw error
      }
    })
  } catch (error) {
    if (error instanceof StripeError) return error
    throw error
  }
}

function cardOf(form: Record<string, unknown>): CardForm {
  const text = (name: string) => String(form[name] ?? "").trim()
  const [month = "", year = ""] = text("expiry").split(/\s*[/-]\s*|\s+/)
  return {
    email: text("email"),
    saved: text("saved"),
    save: text("save") === "on",
    number: text("number"),
    exp_month: Number(month) || 0,
    exp_year: Number(year) || 0,
    cvc: text("cvc"),
    zip: text("zip"),
  }
}

function show(context: Context, world: World, session: Session, error?: string, card?: CardForm) {
  const { lines = [] } = world.store.hidden<SessionFacts>(session.id)
  const email = card?.email ?? session.customer_email ?? customerEmail(world, session)
  const total = session.amount_total ?? 0
  const saved = savedCards(world, session)
  const offersSaving = session.saved_payment_method_options?.payment_method_save === "enabled"
  // Without JavaScript the browser cannot know that a saved card needs no number.
  const required = saved.length > 0 ? "" : "required"
  const verb = VERB[session.mode as keyof typeof VERB] ?? "Pay"
  const body = html`<h1>${verb}${session.mode === "setup" ? "" : ` ${dollars(total)}`}</h1>
    ${lines.length ? html`<ul>${lines.map(({ name, quantity, amount }) => html`<li><span>${quantity} × ${name}</span><span>${dollars(amount)}</span></li>`)}<li class="total"><span>Total</span><span>${dollars(total)}</span></li></ul>` : ""}
    ${error ? html`<p class="error" role="alert">${error}</p>` : ""}
    <form method="post" action="${world.publicBase()}/c/pay/${session.id}">
      <label>Email <input type="email" name="email" autocomplete="email" required value="${email}" /></label>
      ${saved.map(({ id, card: kept }, at) => html`<label class="choice"><input type="radio" name="saved" value="${id}" ${at === 0 && !error ? "checked" : ""} /> ${kept?.brand ?? "card"} •••• ${kept?.last4 ?? ""}</label>`)}
      ${saved.length ? html`<label class="choice"><input type="radio" name="saved" value="" ${error ? "checked" : ""} /> Another card</label>` : ""}
      <label>Card number <input name="number" inputmode="numeric" autocomplete="off" ${required} placeholder="4242 4242 4242 4242" value="${error ? (card?.number ?? "") : ""}" /></label>
      <div class="pair">
        <label>Expiry <input name="expiry" inputmode="numeric" autocomplete="off" ${required} placeholder="MM / YY" /></label>
        <label>CVC <input name="cvc" inputmode="numeric" autocomplete="off" ${required} placeholder="123" /></label>
      </div>
      <label>ZIP <input name="zip" inputmode="numeric" autocomplete="off" /></label>
      ${offersSaving ? html`<label class="choice"><input type="checkbox" name="save" value="on" /> Save my card for future purchases</label>` : ""}
      <button type="submit">${verb}</button>
    </form>
    ${session.cancel_url ? html`<p><a href="${session.cancel_url}">Cancel and go back</a></p>` : ""}`
  return context.html(page(`${verb} – test checkout`, body), error ? 402 : 200)
}

function closed(context: Context, session: Session | null) {
  if (session?.status === "complete") return context.redirect(successUrl(session), 303)
  const body = html`<h1>This checkout has ended</h1>
    <p>${session ? "It expired before it was paid. Nothing was charged." : "There is no such checkout."}</p>
    ${session?.cancel_url ? html`<p><a href="${session.cancel_url}">Back to the shop</a></p>` : ""}`
  return context.html(page("Checkout ended", body), session ? 410 : 404)
}

function open(session: Session | null): session is Session {
  return session?.status === "open"
}

function successUrl(session: Session): string {
  return (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id)
}

function customerEmail(world: World, session: Session): string {
  return session.customer ? (world.store.find("customer", session.customer)?.email ?? "") : ""
}

function lastError(world: World, session: Session): string | undefined {
  const { intent = "" } = world.store.hidden<SessionFacts>(session.id)
  const payment = world.store.find("payment_intent", intent)?.last_payment_error
  const setup = world.store.find("setup_intent", intent)?.last_setup_error
  return payment?.message ?? setup?.message ?? undefined
}
