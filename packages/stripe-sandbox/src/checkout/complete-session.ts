import { invalidRequest } from "../http/errors.ts"
import { cancelIntent } from "../payments/payment-intents.ts"
import type { Documents } from "../store/documents.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"
import type { Session, SessionFacts } from "./new-session.ts"

/** Completes a session that was paid. Its event is sent after those of the payment. */
export function completeSession(world: World, session: Session, fields: Partial<Session>): Session {
  const account = world.store.accountOf(session.id)
  const done: Session = {
    ...session,
    ...fields,
    payment_status: session.mode === "setup" ? "no_payment_required" : "paid",
    status: "complete",
    url: null,
  }
  world.store.save(done)
  emitEvent(world, "checkout.session.completed", done, account)
  return done
}

/** Called when a session's payment or setup has ended. Only success completes the session. */
export function sessionPaymentEnded(
  world: World,
  sessionId: string,
  intent: Documents["payment_intent"] | Documents["setup_intent"],
): void {
  const session = world.store.find("checkout.session", sessionId)
  if (session?.status !== "open" || intent.status !== "succeeded") return
  completeSession(world, session, {
    ...(intent.object === "payment_intent" ? { payment_intent: intent.id } : { setup_intent: intent.id }),
    customer: intent.customer ?? session.customer,
  })
}

/** Expires a session, and cancels the payment intent that an earlier attempt left, so that nobody can pay either. */
export function expireSession(world: World, session: Session): Session {
  if (session.status !== "open") {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    )
  }
  const account = world.store.accountOf(session.id)
  const { intent } = world.store.hidden<SessionFacts>(session.id)
  if (intent?.startsWith("pi_")) {
    cancelIntent(world, account, world.store.get("payment_intent", intent, account), "abandoned")
  }
  const expired = world.store.save({ ...session, status: "expired" as const, url: null })
  emitEvent(world, "checkout.session.expired", expired, account)
  return expired
}
