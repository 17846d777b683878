import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import Stripe from "stripe"

const BUN = join(import.meta.dirname, "../../../node_modules/.bin/bun")
const MAIN = join(import.meta.dirname, "../src/main.ts")
export const SECRET_KEY = "sk_test_sandbox"
export const PUBLISHABLE_KEY = "pk_test_sandbox"
export const WEBHOOK_SECRET = "whsec_sandboxtestsecret"

export interface Sandbox {
  process: ChildProcess
  port: number
  file: string
  base: string
  stripe: Stripe
  /** Calls a `/_sandbox/` control endpoint. */
  control: (action: string, body?: unknown) => Promise<Record<string, unknown>>
  /** Kills the process with the given signal and waits until it has exited. */
  kill: (signal?: NodeJS.Signals) => Promise<void>
}

interface Options {
  file?: string
  port?: number
  webhookUrl?: string
  webhookEvents?: string
  config?: unknown
  publicBase?: string
  /** Additional environment variables of its process. */
  env?: Record<string, string>
}

/** Starts the real sandbox in its own process on a free port, with its own file, and a real SDK pointed at it. */
export async function startSandbox(options: Options = {}): Promise<Sandbox> {
  const file = options.file ?? join(mkdtempSync(join(tmpdir(), "sandbox-")), "sandbox.sqlite")
  const child = spawn(BUN, [MAIN], {
    env: {
      ...process.env,
      ...options.env,
      STRIPE_SANDBOX_PORT: String(options.port ?? 0),
      STRIPE_SANDBOX_FILE: file,
      STRIPE_SANDBOX_CONFIG: JSON.stringify(options.config ?? {}),
      ...(options.publicBase ? { STRIPE_SANDBOX_PUBLIC_BASE: options.publicBase } : {}),
      ...(options.webhookUrl
        ? { STRIPE_SANDBOX_WEBHOOK_URL: options.webhookUrl, STRIPE_SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET }
        : {}),
      ...(options.webhookEvents ? { STRIPE_SANDBOX_WEBHOOK_EVENTS: options.webhookEvents } : {}),
    },
    stdio: ["pipe", "pipe", "inherit"],
  })
  const port = await boundPort(child)
  const base = `http://127.0.0.1:${port}`
  return {
    process: child,
    port,
    file,
    base,
    stripe: new Stripe(SECRET_KEY, { host: "127.0.0.1", port, protocol: "http", maxNetworkRetries: 0 }),
    control: (action, body) => control(base, action, body),
    kill: (signal = "SIGTERM") => kill(child, signal),
  }
}

async function boundPort(child: ChildProcess): Promise<number> {
  if (!child.stdout) throw new Error("the sandbox has no stdout")
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line).port
  throw new Error("the sandbox ended before it was ready")
}

async function control(base: string, action: string, body: unknown = {}): Promise<Record<string, unknown>> {
  const response = await fetch(`${base}/_sandbox/${action}`, {
    method: "POST",
    headers: { authorization: `Bearer ${SECRET_KEY}` },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`/_sandbox/${action}: ${JSON.stringify(answer)}`)
  return answer as Record<string, unknown>
}

function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once("exit", () => resolve())
    child.kill(signal)
  })
}
