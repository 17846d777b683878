import { sandboxApp } from "@pushcart/stripe-sandbox/app"
import { Deliverer } from "@pushcart/stripe-sandbox/deliver"
import { readSettings } from "@pushcart/stripe-sandbox/settings"
import { World } from "@pushcart/stripe-sandbox/world"
import type { Hono } from "hono"
import type { Actor, Context, SystemContext } from "#core/context.ts"
import { createAdmin } from "#core/identity/create-admin.server.ts"
import { releaseDueEvents } from "#core/outbox/due-events.server.ts"
import { publishEvents, queueEvents } from "#core/outbox/outbox-relay.server.ts"
import { EVENT_KINDS } from "#core/payments/event-kinds.ts"
import type { Ports } from "#core/ports/index.ts"
import { stripeWebhooks } from "#server/webhooks/stripe.ts"
import { createTestApi } from "#tests/support/api.ts"
import type { Dice } from "../dice.ts"
import { openSimulatedDatabase, type SimulatedDatabase } from "./database.ts"
import { imageStore } from "./image-store.ts"
import { JobQueue } from "./job-queue.ts"
import { PUBLISHABLE_KEY, SECRET_KEY, SITE_URL, WEBHOOK_SECRET } from "./keys.ts"
import { type Life, lifeOf, makeMortal } from "./life.ts"
import { simulatedPorts } from "./ports.ts"
import { postOffice } from "./post-office.ts"
import { provider } from "./provider.ts"

type Api = ReturnType<typeof createTestApi>

type Options = {
  /** URL of a PostgreSQL server's own database. */
  postgres: string
  /** With one connection, runs can be repeated; with more, actions run concurrently. */
  connections: number
  /** Dice of the current step, for failures of outside services. */
  dice: () => Dice
}

export const PASSWORD_OF_ADMINS = "Pushcart#2026"
export const ADMINS = ["ann@pushcart.test", "abe@pushcart.test"]

export async function openSite({ postgres, connections, dice }: Options): Promise<Site> {
  const site = new Site(await openSimulatedDatabase(postgres, connections), dice)
  // A process that can die must not share its connection.
  if (connections === 1) makeMortal(site.stores.database.pool, () => site.life)
  for (const email of ADMINS)
    await createAdmin(site.systemContext(), { email, name: "Pat Admin", password: PASSWORD_OF_ADMINS })
  return site
}

/** All of Pushcart in one process: its API, its jobs and sweeps, its database, and the provider's sandbox. */
export class Site {
  readonly world = openWorld()
  readonly jobs = new JobQueue()
  readonly deliverer = new Deliverer(this.world, async (_url, init) =>
    this.#webhooks.request("/webhooks/stripe", init),
  )
  readonly post = postOffice({ life: () => this.life, fails: () => this.#fails() })
  readonly bank = provider({
    sandbox: sandboxApp(this.world, this.deliverer),
    life: () => this.life,
    fails: () => this.#fails(),
    dice: () => this.dice(),
  })
  /** The life of the current action. */
  life: Life = lifeOf()
  #api!: Api
  #webhooks!: Hono
  readonly #ports: Partial<Ports>
  #likely = 0
  #troubles = 0

  constructor(
    readonly stores: SimulatedDatabase,
    private readonly dice: () => Dice,
  ) {
    const images = imageStore({ life: () => this.life, fails: () => this.#fails() })
    this.#ports = simulatedPorts(stores.database.db, this.bank, { images, mail: this.post })
    this.restart()
  }

  /** Resets everything that a process has in memory. */
  restart(): void {
    this.#api = createTestApi(this.stores.database, { ports: this.#ports })
    this.#webhooks = stripeWebhooks(() => this.systemContext())
  }

  systemContext(): SystemContext {
    return this.#api.runtime.contextForJobs()
  }

  contextFor<A extends Actor>(actor: A): Context<A> {
    return this.#api.runtime.contextFor(actor)
  }

  /** Calls the API. Throws when the response is not as documented. */
  call(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
    return this.#api.call(method, path, body, headers)
  }

  /** Queries the database as an observer, without using up a moment of a life. */
  async rows<T>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.stores.observer.query(text, values)).rows as T[]
  }

  /** Turns events into jobs. Returns whether there are more. */
  async queueEvents(): Promise<boolean> {
    await releaseDueEvents(this.stores.database.db, this.systemContext().now(), 100)
    return queueEvents(this.stores.database.db, 100, async (batch) => this.jobs.add(batch))
  }

  /** Turns events into live messages, to which nobody listens here. */
  publishEvents(): ReturnType<typeof publishEvents> {
    return publishEvents(this.stores.database.db, 100, async () => {})
  }

  /** Returns how often outside services have failed so far. */
  troubles(): number {
    return this.#troubles
  }

  /** Sets the probability that an outside service fails from now on. */
  setTroubles(likely: number): void {
    this.#likely = likely
  }

  #fails(): boolean {
    const fails = this.dice().chance(this.#likely)
    if (fails) this.#troubles += 1
    return fails
  }

  /** Waits until the pending work of the dead process has ended, then starts the next process. */
  async bury(): Promise<void> {
    const { pool } = this.stores.database
    const isStill = () => pool.totalCount === pool.idleCount
    for (let quiet = 0; quiet < 3; quiet = isStill() ? quiet + 1 : 0)
      await new Promise((resolve) => setImmediate(resolve))
    this.life = lifeOf()
    this.restart()
  }

  /** Advances every clock, and lets the provider do what is due by then. */
  async advance(seconds: number): Promise<void> {
    await this.stores.clock.advance(seconds)
    this.world.runDueTasks()
  }

  close(): Promise<void> {
    return this.stores.close()
  }
}

const openWorld = (): World =>
  new World({
    ...readSettings({}, []),
    file: ":memory:",
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookUrl: `${SITE_URL}/webhooks/stripe`,
    webhookSecret: WEBHOOK_SECRET,
    webhookEvents: EVENT_KINDS,
    config: {
      webhooks: { paused: true, double: 0, shuffle: false, delayMs: [0, 0] },
      payoutSeconds: 86_400,
      pendingRefunds: true,
    },
  })
