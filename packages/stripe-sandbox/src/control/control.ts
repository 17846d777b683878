import type { Hono } from "hono"
import { z } from "zod"
import { StripeError } from "../http/errors.ts"
import type { Deliverer } from "../webhooks/deliver.ts"
import type { World } from "../world.ts"

const advanceBody = z.object({
  seconds: z.number().int().min(0).default(0),
  /** A time on the sandbox's clock, in seconds since 1970. */
  to: z.number().int().optional(),
})

type Action = (body: unknown) => unknown

/**
 * `/_sandbox/*`: actions of tests for which Stripe's API has no call. JSON in and out; requires the secret key. Returns
 * 404 for requests that come through a proxy, as browsers' requests do. Resources add their own actions with
 * `world.controls`.
 */
export function controlRoutes(hono: Hono, world: World, deliverer: Deliverer): void {
  const actions: Record<string, Action> = {
    ...world.controls,
    config: (body) => world.setConfig(body),
    advance: (body) => {
      const { seconds, to } = advanceBody.parse(body)
      return world.advance(to === undefined ? seconds : Math.max(0, to - world.now()))
    },
    flush: () => deliverer.flush(),
    deliveries: (body) => ({
      deliveries: deliverer.all(z.object({ state: z.string() }).partial().parse(body).state),
    }),
    reset: () => reset(world),
  }
  hono.use("/_sandbox/*", async (context, next) => (context.req.header("via") ? context.notFound() : next()))
  hono.get("/_sandbox/health", (context) => context.json({ status: "ok", now: world.now() }))
  hono.on(["GET", "POST"], "/_sandbox/:action", async (context) => {
    if (context.req.header("authorization") !== `Bearer ${world.settings.secretKey}`) {
      return context.json({ error: { message: "The control endpoints need the secret key." } }, 401)
    }
    const name = context.req.param("action")
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (!action)
      return context.json({ error: { message: "No such control.", known: Object.keys(actions) } }, 404)
    try {
      const text = await context.req.text()
      const result = await action(text ? JSON.parse(text) : context.req.query())
      world.wake()
      return context.json(result as object)
    } catch (error) {
      if (error instanceof StripeError) return context.json({ error: error.fields }, 400)
      if (error instanceof z.ZodError)
        return context.json({ error: { message: z.prettifyError(error) } }, 400)
      throw error
    }
  })
}

/** Empties the file and restores the configuration that the process was started with. */
function reset(world: World): { reset: true } {
  world.store.transaction(() => {
    for (const table of ["objects", "deliveries", "tasks", "replies", "ledger", "settings"]) {
      world.store.db.run(`delete from ${table}`)
    }
  })
  world.start()
  return { reset: true }
}
