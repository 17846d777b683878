import { chmodSync, mkdtempSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { freePort } from "#server/platform/ports.ts"
import { copyTemplate } from "./copy-template.ts"
import { type Installation, launchServer, settings } from "./launch-server.ts"
import startPostgres, { testPostgresUrl } from "./start-postgres.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Address under which a worker gets its installation, which starts when it is first asked for. */
    installations: string
  }
}

/**
 * Vitest's global setup of the projects whose files share installations: PostgreSQL, and one installation for each
 * worker that asks for one. They end with the run.
 */
export default async function startInstallations(project: TestProject): Promise<() => Promise<void>> {
  const stopPostgres = await startPostgres(project)
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
  project.provide("installations", `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    for (const result of await Promise.allSettled(started.values()))
      if (result.status === "fulfilled") await result.value.stop()
    stopPostgres()
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
