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
  /** Address of a PostgreSQL server's own database. */
  postgres: string
  /** One connection replays; more let actions run beside each other. */
  connections: number
  /** Of the present step, for what goes wrong outside. */
  dice: () => Dice
}

export const PASSWORD_OF_ADMINS = "Pushcart#2026"
export const ADMINS = ["ann@pushcart.test", "abe@pushcart.test"]

export async function openSite({ postgres, connections, dice }: Options): Promise<Site> {
  const site = new Site(await openSimulatedDatabase(postgres, connections), dice)
  // What dies must not share its connection.
  if (connections === 1) makeMortal(site.stores.database.pool, () => site.life)
  for (const email of ADMINS)
    await createAdmin(site.systemContext(), { email, name: "Pat Admin", password: PASSWORD_OF_ADMINS })
  return site
}

/** The whole of Pushcart in one process: its API, its jobs and sweeps, its database, and the provider's sandbox. */
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
  /** Of whatever is done now. */
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

  /** Whatever a process keeps in memory begins again. */
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

  /** A call of the API. Throws where its answer is not as documented. */
  call(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
    return this.#api.call(method, path, body, headers)
  }

  /** Asks the database as an observer does: no moment of anybody's life passes. */
  async rows<T>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.stores.observer.query(text, values)).rows as T[]
  }

  /** Events → jobs. Answers whether there is more. */
  async queueEvents(): Promise<boolean> {
    await releaseDueEvents(this.stores.database.db, this.systemContext().now(), 100)
    return queueEvents(this.stores.database.db, 100, async (batch) => this.jobs.add(batch))
  }

  /** Events → live messages, which nobody listens to here. */
  publishEvents(): ReturnType<typeof publishEvents> {
    return publishEvents(this.stores.database.db, 100, async () => {})
  }

  /** How often the outside has failed so far. */
  troubles(): number {
    return this.#troubles
  }

  /** From here on the outside fails this likely. */
  setTroubles(likely: number): void {
    this.#likely = likely
  }

  #fails(): boolean {
    const fails = this.dice().chance(this.#likely)
    if (fails) this.#troubles += 1
    return fails
  }

  /** What the dead still had under way comes to nothing; then the next process starts. */
  async bury(): Promise<void> {
    const { pool } = this.stores.database
    const isStill = () => pool.totalCount === pool.idleCount
    for (let quiet = 0; quiet < 3; quiet = isStill() ? quiet + 1 : 0)
      await new Promise((resolve) => setImmediate(resolve))
    this.life = lifeOf()
    this.restart()
  }

  /** Turns every clock forward, and lets the provider do what is due by then. */
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
