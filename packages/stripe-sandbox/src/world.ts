import { type Config, DEFAULT_CONFIG, mergeConfig, type Settings } from "./settings.ts"
import type { Documents, EventDocument } from "./store/documents.ts"
import { Store } from "./store/store.ts"

export const API_VERSION = "2026-10-28.endive"

/** Fields that are computed when an object is shown: `always`, or only when `expand[]` requests them. */
export interface Computed {
  always?: Record<string, (world: World, doc: never) => unknown>
  onRequest?: Record<string, (world: World, doc: never) => unknown>
}

type TaskHandler = (world: World, subject: string) => void

/** The state of the sandbox: its file, its clock, its configuration, and the tasks that are due later. */
export class World {
  readonly store: Store
  config: Config = DEFAULT_CONFIG
  /** The current request, so that events can name it. Handlers are synchronous, so there is at most one. */
  request: EventDocument["request"] = null
  readonly computed: Record<string, Computed> = {}
  readonly tasks: Record<string, TaskHandler> = {}
  /** Callbacks for the end of a payment, for the invoice or Checkout session that requested it. */
  readonly paymentOwners: Record<
    string,
    (world: World, id: string, intent: Documents["payment_intent"]) => void
  > = {}
  readonly setupOwners: Record<
    string,
    (world: World, id: string, intent: Documents["setup_intent"]) => void
  > = {}
  /** Actions under `/_sandbox/` by name. */
  readonly controls: Record<string, (body: unknown) => unknown> = {}
  /** The port that the sandbox listens on, once it does. */
  boundPort = 0
  /** Called after each commit that may have made webhooks or tasks due. */
  wake: () => void = () => {}
  private offset = 0
  private frozenAt: number | null = null

  constructor(readonly settings: Settings) {
    this.store = new Store(settings.file)
    this.start()
  }

  /** Loads clock and configuration from the file. Configuration from the environment takes precedence. */
  start(): void {
    this.offset = Number(this.store.setting("clock-offset") ?? 0)
    const kept: unknown = JSON.parse(this.store.setting("config") ?? "null")
    this.config = mergeConfig(mergeConfig(DEFAULT_CONFIG, kept), this.settings.config)
  }

  /** Seconds since 1970 on the sandbox's clock, which `/_sandbox/advance` moves forward. */
  now(): number {
    return this.frozenAt ?? Math.floor(Date.now() / 1000) + this.offset
  }

  /** Base URL of the sandbox for browsers: through the app's own origin, or directly. */
  publicBase(): string {
    return this.settings.publicBase || `http://127.0.0.1:${this.boundPort}`
  }

  setConfig(change: unknown): Config {
    this.config = mergeConfig(this.config, change)
    this.store.setSetting("config", JSON.stringify(this.config))
    return this.config
  }

  later(kind: string, subject: string, due: number): void {
    this.store.db.query("insert into tasks (kind, subject, due) values (?, ?, ?)").run(kind, subject, due)
  }

  /** Runs all due tasks, each at the time it was due, so that renewals and retries have their own dates. */
  runDueTasks(until = this.now()): number {
    let done = 0
    for (;;) {
      const task = this.store.db
        .query<{ id: number; kind: string; subject: string; due: number }, [number]>(
          "select * from tasks where due <= ? order by due, id limit 1",
        )
        .get(until)
      if (!task) return done
      this.frozenAt = task.due
      try {
        this.store.transaction(() => {
          this.store.db.query("delete from tasks where id = ?").run(task.id)
          this.tasks[task.kind]?.(this, task.subject)
        })
      } finally {
        this.frozenAt = null
      }
      done += 1
    }
  }

  advance(seconds: number): { now: number; tasks: number } {
    const until = this.now() + seconds
    const tasks = this.runDueTasks(until)
    this.offset += seconds
    this.store.setSetting("clock-offset", String(this.offset))
    this.wake()
    return { now: this.now(), tasks }
  }
}
