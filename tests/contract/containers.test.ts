import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { z } from "zod"
import { SETTINGS } from "#server/config/settings.ts"

const root = join(import.meta.dirname, "..", "..")
const read = (name: string) => readFileSync(join(root, name), "utf8")

const service = z.looseObject({
  image: z.string().optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  env_file: z.string().optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
  healthcheck: z.looseObject({}).optional(),
  volumes: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
})
const compose = z
  .looseObject({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.unknown()) })
  .parse(Bun.YAML.parse(read("docker-compose.yml")))
const BACKUP = "packages/ops/src/backup/backup.ts"
const { postgres, redis, migrate, web, worker, party, backup } = compose.services

it("keeps the queue's jobs: Redis evicts nothing and writes everything down, on a volume", {
  tags: ["OPS-14"],
}, () => {
  const command = redis!.command!.join(" ")
  expect(command).toContain("--maxmemory-policy noeviction")
  expect(command).toContain("--appendonly yes")
  expect(redis!.volumes).toEqual(["redis:/data"])
  expect(postgres!.volumes).toEqual(["postgres:/var/lib/postgresql"])
  expect(Object.keys(compose.volumes).sort()).toEqual([
    "backups",
    "certificates",
    "data",
    "postgres",
    "redis",
  ])
})

it("gives our own programs nothing to write to but their volume and /tmp, and no privilege", {
  tags: ["OPS-14"],
}, () => {
  for (const own of [migrate, web, worker, party]) {
    expect(own).toMatchObject({
      read_only: true,
      tmpfs: ["/tmp"],
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    })
  }
  expect(read("Dockerfile")).toMatch(/^USER pushcart$/m)
})

it("tells web and worker where database, queue and rooms are, inside and for browsers", {
  tags: ["OPS-14"],
}, () => {
  for (const [own, process] of [
    [web, "web"],
    [worker, "worker"],
  ] as const) {
    expect(own!.environment).toMatchObject({
      DATABASE_URL: expect.stringMatching(/^postgres:.*@postgres:5432\/pushcart$/),
      REDIS_URL: "redis://redis:6379",
      PARTY_HOST: "http://party:1999",
      PARTY_PUBLIC_HOST: expect.stringContaining("PUBLIC_URL:?"),
      PROCESS: process,
      PORT: 3000,
    })
    expect(own!.env_file, "every other setting comes from the one .env").toBe(".env")
    for (const name of Object.keys(own!.environment!)) expect(Object.keys(SETTINGS)).toContain(name)
  }
  expect(Object.keys(party!.environment!).sort()).toEqual([
    "HEALTH_PATH",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_HEADERS",
    "OTEL_TRACES_SAMPLER_ARG",
    "PORT",
    "ROOMS_SECRET",
  ])
  expect(party!.env_file).toBeUndefined()
})

it("starts in order, each after what it needs is healthy, and stops with time to finish", {
  tags: ["OPS-14"],
}, () => {
  expect(migrate!.depends_on).toEqual({ postgres: { condition: "service_healthy" } })
  for (const own of [web, worker]) {
    expect(own!.depends_on).toEqual({
      migrate: { condition: "service_completed_successfully" },
      redis: { condition: "service_healthy" },
      party: { condition: "service_healthy" },
    })
    expect(own!.stop_grace_period).toBe("40s")
  }
  for (const store of [postgres, redis]) expect(store!.healthcheck).toBeDefined()
  expect(read("Dockerfile"), "web, worker and party: the image's own check").toMatch(/^HEALTHCHECK /m)
})

it("builds from the lock file, keeps tools and the embedded database out of the image, and sends no secret to it", {
  tags: ["OPS-14"],
}, () => {
  const dockerfile = read("Dockerfile")
  const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "))
  expect(dockerfile.match(/ install /g)).toEqual(dockerfile.match(/ install (?=--frozen-lockfile$)/gm))
  expect(dockerfile).toMatch(/build\.ts && .*prune-packages\.ts$/m)
  expect(last).not.toMatch(/COPY (--from=build )?\. |tests|npx|install/)
  expect(last).toContain("NODE_ENV=production")
  const ignored = read(".dockerignore").split("\n")
  for (const name of [".env", ".git", "node_modules", ".data"]) expect(ignored).toContain(name)
})

it("backs up and verifies each day what web and worker keep, to a volume of its own, and reads it only", {
  tags: ["OPS-43"],
}, () => {
  const stage = read("Dockerfile")
    .split("\nFROM ")
    .find((one) => one.startsWith(`${postgres!.image} AS backup`))
  expect(stage, "PostgreSQL's programs, of the server's own version").toBeDefined()
  expect(backup!.build).toEqual({ context: ".", target: "backup" })
  expect(backup!.command).toEqual(["node_modules/.bin/bun", BACKUP, "--schedule"])
  expect(stage).toContain(`CMD ${JSON.stringify(backup!.command).replaceAll(",", ", ")}`)
  expect(read("packages/devkit/src/pack/prune-packages.ts"), "with the packages that it imports").toContain(
    BACKUP,
  )
  for (const folder of ["core", "db", "packages", "server", "workers"])
    expect(stage).toContain(`COPY --from=build /app/${folder} ./${folder}`)
  expect(backup!.volumes).toEqual(["data:/data:ro", "backups:/backups"])
  for (const name of Object.keys(backup!.environment!)) expect(Object.keys(SETTINGS)).toContain(name)
  expect(backup!.environment).toMatchObject({
    DATABASE_URL: web!.environment!.DATABASE_URL,
    REDIS_URL: web!.environment!.REDIS_URL,
    BACKUP_DIR: "/backups",
  })
  expect(backup!.env_file, "it knows no secret that it does not need").toBeUndefined()
  expect(backup).toMatchObject({ read_only: true, cap_drop: ["ALL"], cap_add: ["DAC_OVERRIDE"] })
})

it("runs as many web and worker processes as are asked for: none has a name or a port of its own", {
  tags: ["OPS-43"],
}, () => {
  for (const own of [web, worker]) {
    expect(own).not.toHaveProperty("container_name")
    expect(own).not.toHaveProperty("ports")
  }
})
