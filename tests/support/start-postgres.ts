import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the `postgres` database of the tests' server. */
    testPostgres: string
  }
}

/** Vitest's global setup for every project that needs a database: one PostgreSQL per run, for all projects. */
export default async function startPostgres(project: TestProject): Promise<() => void> {
  const keeper = sharedKeeper()
  keeper.users += 1
  project.provide("testPostgres", await keeper.url)
  return () => {
    keeper.users -= 1
    if (keeper.users === 0) keeper.stop()
  }
}

/** Returns the URL of the `postgres` database, for other global setups. */
export const testPostgresUrl = (): Promise<string> => sharedKeeper().url

interface Keeper {
  url: Promise<string>
  users: number
  stop(): void
}

/** Each project loads this file separately, so shared state has to be a property of globalThis. */
const shared = globalThis as typeof globalThis & { pushcartTestKeeper?: Keeper }

function sharedKeeper(): Keeper {
  shared.pushcartTestKeeper ??= startKeeper()
  return shared.pushcartTestKeeper
}

function startKeeper(): Keeper {
  const root = fileURLToPath(new URL("../..", import.meta.url))
  const child = spawn(
    `${root}node_modules/.bin/bun`,
    [`${root}tests/support/postgres-keeper.ts`, "--parent-pipe"],
    { cwd: root, stdio: ["pipe", "pipe", "inherit"] },
  )
  const url = new Promise<string>((ready, failed) => {
    createInterface(child.stdout).once("line", (line) => ready((JSON.parse(line) as { url: string }).url))
    child.once("exit", (code) => failed(new Error(`The tests' PostgreSQL ended with code ${code}`)))
  })
  return {
    url,
    users: 0,
    stop() {
      child.stdin.end()
      shared.pushcartTestKeeper = undefined
    },
  }
}
