import { newSubscription } from "../billing/new-subscription.ts"
import { newPaymentMethod } from "../cards/new-payment-method.ts"
import { attach } from "../cards/payment-methods.ts"
import { fullAddress, mergeMetadata } from "../http/params.ts"
import { confirmIntent } from "../payments/confirm-intent.ts"
import { confirmSetup } from "../payments/confirm-setup.ts"
import { newCustomer } from "../payments/customers.ts"
import { newIntent } from "../payments/new-intent.ts"
import { newSetupIntent } from "../payments/new-setup-intent.ts"
import type { Documents } from "../store/documents.ts"
import { PLATFORM } from "../store/store.ts"
import type { World } from "../world.ts"
import { completeSession } from "./complete-session.ts"
import type { Session, SessionFacts } from "./new-session.ts"

type Method = Documents["payment_method"]

export interface CardForm {
  email: string
  /** The id of a saved card of the session's customer; empty for the card that was entered. */
  saved: string
  /** Whether the buyer wants the card to be saved. */
  save: boolean
  number: string
  exp_month: number
  exp_year: number
  cvc: string
  zip: string
}

/** The buyer's next page: the shop, or the bank's page first. */
export type Next = { done: true } | { authenticateAt: string }

/**
 * Handles the submit button of the hosted page. Throws the card error that the page shows when the card is declined.
 */
export function paySession(world: World, session: Session, form: CardForm): Next {
  const account = world.store.accountOf(session.id)
  const saved = savedCards(world, session).find(({ id }) => id === form.saved)
  if (saved) return pay(world, account, world.store.save(withBuyer(session, form)), saved, false)
  const asked = form.save && session.saved_payment_method_options?.payment_method_save === "enabled"
  const method = newPaymentMethod(world, account, {
    type: "card",
    ...(asked ? { allow_redisplay: "always" as const } : {}),
    card: { number: form.number, exp_month: form.exp_month, exp_year: form.exp_year, cvc: form.cvc },
    billing_details: { email: form.email, ...(form.zip ? { address: { postal_code: form.zip } } : {}) },
  })
  const known = world.store.save(withBuyer(session, form))
  if (session.mode === "subscription") return subscribe(world, account, known, method)
  return session.mode === "setup"
    ? saveCard(world, account, known, method)
    : pay(world, account, known, method, asked)
}

/** The saved cards that the page shows to the session's customer. */
export function savedCards(world: World, session: Session): Method[] {
  const shown = session.saved_payment_method_options?.allow_redisplay_filters ?? []
  if (!session.customer || session.mode !== "payment") return []
  const methods = world.store.where("payment_method", world.store.accountOf(session.id), {
    customer: session.customer,
  })
  return methods.filter(({ allow_redisplay }) => shown.includes(allow_redisplay ?? "unspecified"))
}

function withBuyer(session: Session, form: CardForm): Session {
  return {
    ...session,
    customer_details: {
      address: form.zip ? fullAddress({ postal_code: form.zip, country: "US" }) : null,
      business_name: null,
      email: form.email,
      individual_name: null,
      name: null,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
  }
}

function pay(world: World, account: string, session: Session, method: Method, saves: boolean): Next {
  const facts = world.store.hidden<SessionFacts>(session.id)
  const data = facts.params?.payment_intent_data
  const customer =
    session.customer ??
    (session.customer_creation === "always" ? newCustomer(world, account, buyer(session)).id : null)
  const intent = facts.intent
    ? world.store.save({
        ...world.store.get("payment_intent", facts.intent, account),
        setup_future_usage: saves ? "on_session" : (data?.setup_future_usage ?? null),
      })
    : newIntent(
        world,
        account,
        {
          amount: session.amount_total ?? 0,
          customer,
          description: data?.description ?? null,
          metadata: mergeMetadata(null, data?.metadata),
          receipt_email: data?.receipt_email ?? null,
          setup_future_usage: saves ? "on_session" : (data?.setup_future_usage ?? null),
          statement_descriptor_suffix: data?.statement_descriptor_suffix ?? null,
          transfer_group: data?.transfer_group ?? null,
        },
        { owner: "checkout", ownerId: session.id },
      )
  world.store.hide(session.id, { intent: intent.id })
  return next(
    confirmIntent(world, account, intent, {
      method,
      returnUrl: `${world.publicBase()}/c/pay/${session.id}/return`,
    }),
  )
}

function saveCard(world: World, account: string, session: Session, method: Method): Next {
  const data = world.store.hidden<SessionFacts>(session.id).params?.setup_intent_data
  const intent = newSetupIntent(
    world,
    account,
    {
      customer: session.customer,
      description: data?.description ?? null,
      metadata: mergeMetadata(null, data?.metadata),
    },
    { owner: "checkout", ownerId: session.id },
  )
  world.store.hide(session.id, { intent: intent.id })
  const back = `${world.publicBase()}/c/pay/${session.id}/return`
  return next(confirmSetup(world, account, intent, method, back))
}

function subscribe(world: World, account: string, session: Session, method: Method): Next {
  const { lines = [], params } = world.store.hidden<SessionFacts>(session.id)
  const customer = session.customer ?? newCustomer(world, account, buyer(session)).id
  const attached = attach(world, account, method, customer)
  const subscription = newSubscription(world, account, {
    customer,
    behavior: "error_if_incomplete",
    items: lines.map(({ price, quantity }) => ({ price, quantity })),
    fields: {
      default_payment_method: attached.id,
      description: params?.subscription_data?.description ?? null,
      metadata: mergeMetadata(null, params?.subscription_data?.metadata),
    },
  })
  completeSession(world, session, {
    customer,
    invoice: subscription.latest_invoice,
    subscription: subscription.id,
  })
  return { done: true }
}

function buyer(session: Session): { email?: string } {
  const email = session.customer_details?.email ?? session.customer_email
  return email ? { email } : {}
}

function next(intent: Documents["payment_intent"] | Documents["setup_intent"]): Next {
  const at = intent.next_action?.redirect_to_url?.url
  return at ? { authenticateAt: at } : { done: true }
}

/** Returns the session with this id, or null. The hosted page only serves the platform's own sessions. */
export function sessionById(world: World, id: string): Session | null {
  return world.store.find("checkout.session", id, PLATFORM)
}
