import type { Hono } from "hono"
import { html } from "hono/html"
import { StripeError } from "../http/errors.ts"
import { authenticateIntent } from "../payments/authenticate-intent.ts"
import { authenticateSetup } from "../payments/confirm-setup.ts"
import type { World } from "../world.ts"
import { page } from "./page.ts"

/** The bank's page after a 3-D Secure redirect, for buyers without JavaScript and for hosted Checkout. */
export function challengePageRoutes(hono: Hono, world: World): void {
  hono.get("/_3ds/:id", (context) => {
    const { client_secret = "", return_url = "" } = context.req.query()
    return context.html(
      page(
        "3D Secure – test bank",
        html`<h1>3D Secure – test bank</h1>
          <p>This test card asks for authentication. No real bank is involved.</p>
          <form method="post">
            <input type="hidden" name="client_secret" value="${client_secret}" />
            <input type="hidden" name="return_url" value="${return_url}" />
            <button name="outcome" value="pass">Complete authentication</button>
            <button class="plain" name="outcome" value="fail">Fail authentication</button>
          </form>`,
      ),
    )
  })
  hono.post("/_3ds/:id", async (context) => {
    const form = await context.req.parseBody()
    const id = context.req.param("id")
    const secret = String(form.client_secret ?? "")
    const passed = form.outcome === "pass" && authenticate(world, id, secret)
    if (form.outcome !== "pass") authenticate(world, id, secret, false)
    world.wake()
    const target = new URL(String(form.return_url))
    const kind = id.startsWith("seti_") ? "setup_intent" : "payment_intent"
    target.searchParams.set(kind, id)
    target.searchParams.set(`${kind}_client_secret`, secret)
    target.searchParams.set("redirect_status", passed ? "succeeded" : "failed")
    return context.redirect(target.href, 303)
  })
}

/** Returns whether the payment succeeded. If the card is declined after the challenge, the writes so far are saved. */
function authenticate(world: World, id: string, secret: string, passed = true): boolean {
  return world.store.transaction(() => {
    try {
      const work = id.startsWith("seti_") ? authenticateSetup : authenticateIntent
      return work(world, id, secret, passed).status === "succeeded"
    } catch (error) {
      if (error instanceof StripeError) return false
      throw error
    }
  })
}
