import { spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { memberships, users } from "#db/schema/index.ts"
import { createSessions } from "#server/auth/sessions.ts"
import { cookieHeader } from "#tests/support/api.ts"
import { upload } from "./disk-full.ts"
import type { Cluster } from "./world/cluster.ts"
import { assembledImage, mountedImage } from "./world/image.ts"
import { incident } from "./world/incident.ts"
import { until } from "./world/program.ts"
import type { Notes, Verdict } from "./world/verdict.ts"

/** The folder where `npm run image` has mounted its build. Without it, the files are assembled here. */
const BUILT = process.env.IMAGE_ROOT
/** Packages that are loaded on first use, for services that do not exist in this test. */
const LAZY = `
  const { v2 } = await import("cloudinary"); if (!v2.url("a", { cloud_name: "b" })) throw "cloudinary"
  const { Client } = await import("@googlemaps/google-maps-services-js"); new Client()
  const { createTransport } = await import("nodemailer"); createTransport({ url: "smtp://127.0.0.1:9" })
  const { Redis } = await import("ioredis"); new Redis({ lazyConnect: true })`

/**
 * Runs the image itself: migrate, party, web and worker from its files, read-only, as an unprivileged user who can
 * write only to the volume and /tmp. People buy, sellers upload images, emails are written, traces are sent, and the
 * pages that load their own packages are opened. No file may be missing and no other file written.
 */
export async function readOnly({ quick = false } = {}): Promise<Verdict> {
  const image = BUILT ? mountedImage(BUILT) : assembledImage()
  const data = mkdtempSync(join(tmpdir(), "pushcart-volume-"))
  chmodSync(data, 0o777)
  const command = image.command(data)
  let traced = 0
  const collector = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(String(++traced)) })
  try {
    return await incident({
      quick: true,
      options: {
        web: 1,
        workers: 1,
        parties: 1,
        dataDir: data,
        inside: { command, dataDir: image.volume },
        env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.origin },
      },
      async breakIt({ cluster, town, notes }) {
        const kept = await upload({ cluster, town })
        notes.expect(kept.status < 300, `a picture: ${kept.status} ${kept.text}`)
        // The first request loads the queues' packages, but its response does not wait for them.
        await until("web to be ready", async () => (await fetch(`${cluster.site}/api/v1/ready`)).ok)
        await openPages(cluster, notes)
        const port = new URL(cluster.web[0]?.url ?? "").port
        const healthy = spawned(command("-e", healthCheck()), { PORT: port })
        notes.expect(healthy.status === 0, `the image's own health check: ${healthy.stderr}`)
        const lazy = spawned(command("-e", LAZY))
        notes.expect(lazy.status === 0, `what is loaded late: ${lazy.stderr}`)
        const wrote = spawned(command("-e", "require('fs').writeFileSync('written', '')"))
        notes.expect(/EROFS|EACCES/.test(String(wrote.stderr)), `it could be written to: ${wrote.stderr}`)
        await until("traces to be sent", () => traced > 0)
        const programs = [...cluster.web, ...cluster.workers, ...cluster.parties]
        for (const one of programs)
          notes.expect(
            !/EROFS|EACCES|read-only|Cannot find (module|package)/i.test(one.output()),
            `${one.name} said:\n${one.output()}`,
          )
        notes.note({
          "what ran": BUILT ? `the image at ${BUILT}` : "the image's files, put together without an engine",
          "size of its files": `${image.megabytes} MB`,
        })
        if (!quick) await Bun.sleep(10_000)
      },
    })
  } finally {
    collector.stop(true)
    image.remove()
    rmSync(data, { recursive: true, force: true })
  }
}

/** Opens the pages that are the only ones to load certain packages. */
async function openPages(cluster: Cluster, notes: Notes): Promise<void> {
  const cookie = await anAdmin(cluster)
  const styles = /(?:href|data-sheet)="(\/assets\/[^"]+\.css)"/.exec(
    await (await fetch(`${cluster.site}/home`)).text(),
  )?.[1]
  for (const path of [
    "/home",
    styles ?? "no style sheet on home",
    "/about",
    "/api/v1/openapi.json",
    "/api/v1/docs/swagger-ui-bundle.js",
    "/favicon.svg",
    "/ops/queues",
  ]) {
    const answer = await fetch(cluster.site + path, { headers: { cookie } })
    notes.expect(answer.status === 200, `${path}: ${answer.status} ${(await answer.text()).slice(0, 200)}`)
  }
}

async function anAdmin({ database, site, authSecret }: Cluster): Promise<string> {
  const { db } = database
  const [user] = await db
    .insert(users)
    .values({ name: "Ada Admin", email: "ada@admin.test", emailVerified: true })
    .returning()
  const userId = user?.id ?? ""
  await db.insert(memberships).values({ userId, role: "admin" })
  const sessions = createSessions({ db, secret: authSecret })
  return cookieHeader(await sessions.open(new Request(site), { userId, role: "admin" }))
}

/** The command of the Dockerfile's HEALTHCHECK, after the program's name and -e. */
function healthCheck(): string {
  const dockerfile = readFileSync(fileURLToPath(new URL("../../Dockerfile", import.meta.url)), "utf8")
  const line = /HEALTHCHECK[^[]*(\[.*\])/.exec(dockerfile)?.[1] ?? "[]"
  return (JSON.parse(line) as string[])[2] ?? "throw 'The Dockerfile has no check.'"
}

const spawned = ([run = "", ...args]: string[], env: Record<string, string> = {}) =>
  spawnSync(run, args, { env: { PATH: process.env.PATH, NODE_ENV: "production", ...env } })
