import { chmodSync, mkdtempSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { freePort } from "#server/cli/ports.ts"
import { copyTemplate } from "./copy-template.ts"
import { type Installation, launchServer, settings } from "./launch-server.ts"
import startPostgres, { testPostgresUrl } from "./start-postgres.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** URL under which a worker gets its installation, which starts on the first request. */
    installations: string
  }
}

/**
 * Vitest's global setup for the projects whose files share installations: PostgreSQL, and one installation for each
 * worker that requests one. They are stopped at the end of the run.
 */
export default async function startInstallations(project: TestProject): Promise<() => Promise<void>> {
  const stopPostgres = await startPostgres(project)
  shared.pushcartTestInstallations ??= openDesk()
  const desk = await shared.pushcartTestInstallations
  desk.users += 1
  project.provide("installations", desk.url)
  return async () => {
    desk.users -= 1
    if (desk.users === 0) await desk.close()
    stopPostgres()
  }
}

interface Desk {
  url: string
  users: number
  close(): Promise<void>
}

/** Each project loads this file separately, so shared state has to be a property of globalThis. */
const shared = globalThis as typeof globalThis & { pushcartTestInstallations?: Promise<Desk> | undefined }

async function openDesk(): Promise<Desk> {
  const started = new Map<string, Promise<Started>>()
  const server = createServer((request, response) => {
    const worker = request.url ?? ""
    const installation = started.get(worker) ?? start()
    started.set(worker, installation)
    installation.then(
      ({ facts }) => response.end(JSON.stringify(facts)),
      (error) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    users: 0,
    async close() {
      shared.pushcartTestInstallations = undefined
      server.close()
      for (const result of await Promise.allSettled(started.values()))
        if (result.status === "fulfilled") await result.value.stop()
    },
  }
}

interface Started {
  facts: Installation
  stop(): Promise<void>
}

async function start(): Promise<Started> {
  const databaseUrl = await copyTemplate(await testPostgresUrl(), { zips: true })
  const dataDir = mkdtempSync(join(tmpdir(), "pushcart-shared-"))
  chmodSync(dataDir, 0o711)
  const port = await freePort()
  const running = await launchServer(settings({ databaseUrl, dataDir, port }))
  return { facts: { url: `http://localhost:${port}`, databaseUrl, dataDir }, stop: running.stop }
}
