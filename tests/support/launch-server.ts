import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { AUTH_SECRET } from "./auth-secret.ts"
import { fixedCost } from "./fixed-costs.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Addresses and data folder of an installation, for code that did not start it. */
export interface Installation {
  url: string
  databaseUrl: string
  dataDir: string
}

/**
 * The settings of a test's installation: a demo without its seed. It reads visitors' addresses from X-Forwarded-For.
 */
export function settings(place: { databaseUrl: string; dataDir: string; port: number }) {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL: place.databaseUrl,
    DATA_DIR: place.dataDir,
    PORT: String(place.port),
    MODE: "demo",
    SEED: "off",
    AUTH_SECRET,
    TRUSTED_PROXY: "127.0.0.1,::1",
  }
}

export interface RunningServer {
  /** Returns everything that it has printed so far. */
  output(): string
  ended: Promise<void>
  stop(): Promise<void>
}

/** Starts the production build with these settings. Resolves when it accepts requests. */
export async function launchServer(variables: Record<string, string | undefined>): Promise<RunningServer> {
  const child = spawn(
    join(root, "node_modules/.bin/bun"),
    [join(root, "packages/devkit/src/start/start.ts"), "--parent-pipe"],
    {
      cwd: root,
      env: { ...variables, NODE_ENV: "production" } as NodeJS.ProcessEnv,
      stdio: ["pipe", "pipe", "pipe"],
    },
  )
  child.stdin.on("error", () => {})
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const lines = collect(child)
  const opened = lines.waitFor("Pushcart is open")
  const failed = ended.then(() => Promise.reject(new Error(`The server did not start:\n${lines.text()}`)))
  await fixedCost("installations", () => Promise.race([opened, failed]))
  return {
    output: lines.text,
    ended,
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}

/** Reads the ports and process ids of the installation with this data folder. */
export const installationFacts = (dataDir: string) =>
  JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8")) as Record<string, number>

function collect(child: ChildProcess) {
  const lines: string[] = []
  const waiting: { text: string; found(): void }[] = []
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface(stream).on("line", (line) => {
      lines.push(line)
      for (const { text, found } of waiting) if (line.includes(text)) found()
    })
  }
  return {
    text: () => lines.join("\n"),
    waitFor: (text: string) => new Promise<void>((found) => waiting.push({ text, found })),
  }
}
