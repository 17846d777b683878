import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { z } from "zod"
import { type Env, EnvError, parseEnv, parseSettings } from "#server/config/env.ts"
import { trustedProxies } from "#server/http/client-address.ts"
import { forCaddy } from "#tests/support/caddyfile.ts"

const root = join(import.meta.dirname, "..", "..")
const read = (name: string) => readFileSync(join(root, name), "utf8")

const service = z.looseObject({
  environment: z.record(z.string(), z.coerce.string()).default({}),
  env_file: z.literal(".env").optional(),
  ports: z.array(z.string()).default([]),
})
const { services } = z
  .looseObject({ services: z.record(z.string(), service) })
  .parse(Bun.YAML.parse(read("docker-compose.yml")))

const key = "0123456789abcdef".repeat(4)
/** The values that an operator fills into the blanks of .env.example. */
const FILLED: Record<string, string> = {
  POSTGRES_PASSWORD: key,
  PUBLIC_URL: "https://pushcart.example",
  AUTH_SECRET: key,
  ROOMS_SECRET: key,
  IMAGE_SECRET: key,
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_PUBLISHABLE_KEY: "pk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_2",
  TAX: "stripe",
  SMTP_URL: "smtps://user:password@mail.example:465",
  MAIL_FROM: "Pushcart <hello@pushcart.example>",
  POSTAL_ADDRESS: "Pushcart, 500 Market St, San Francisco, CA 94105",
}

/** The lines of .env.example that are not comments, all of them blanks to fill in. */
const BLANKS = read(".env.example")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => line.replace(/=$/, ""))

/** A value with its variables replaced, as Compose does. Throws Compose's error for a required one that is empty. */
function resolve(value: string, variables: Record<string, string>): string {
  return value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, text = "") => {
    if (variables[name]) return variables[name]
    if (kind === "?") throw new EnvError([`${name} is missing: ${text}`])
    return text
  })
}

/** The environment of a service's program: its .env, overridden by docker-compose.yml. */
function environmentOf(name: string, variables: Record<string, string>): Record<string, string> {
  const { env_file: file, environment } = services[name]!
  const own = Object.entries(environment).map(([key, value]) => [key, resolve(value, variables)])
  return { ...(file ? variables : {}), ...Object.fromEntries(own) }
}

function start(variables: Record<string, string>): Record<string, Env> {
  return Object.fromEntries(
    ["migrate", "web", "worker"].map((name) => [name, parseEnv(environmentOf(name, variables))]),
  )
}

it("starts every program with the blanks of .env.example filled in", { tags: ["OPS-22"] }, () => {
  expect(BLANKS.toSorted()).toEqual(Object.keys(FILLED).toSorted())
  const { web, worker } = start(FILLED)
  const shared = {
    MODE: "production",
    DATABASE_URL: `postgres://pushcart:${key}@postgres:5432/pushcart`,
    REDIS_URL: "redis://redis:6379",
    PARTY_HOST: "http://party:1999",
    PARTY_PUBLIC_HOST: "https://pushcart.example",
    PUBLIC_URL: "https://pushcart.example",
    PORT: 3000,
  }
  expect(web).toMatchObject({ ...shared, PROCESS: "web" })
  expect(worker).toMatchObject({ ...shared, PROCESS: "worker" })
  expect(parseSettings(environmentOf("backup", FILLED))).toMatchObject({
    DATABASE_URL: shared.DATABASE_URL,
    REDIS_URL: shared.REDIS_URL,
    BACKUP_DIR: "/backups",
    BACKUP_EVERY_HOURS: 24,
    BACKUP_KEEP: 14,
  })
  expect(environmentOf("party", FILLED)).toMatchObject({ ROOMS_SECRET: key, PORT: "1999" })
  expect(environmentOf("proxy", FILLED)).toEqual({ PUBLIC_URL: "https://pushcart.example" })
})

it("starts a staging site by one more line, with test keys and without what only emails need", {
  tags: ["STAGE-1", "OPS-22"],
}, () => {
  const test = { MODE: "staging", STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" }
  const unsaid = { SMTP_URL: "", MAIL_FROM: "", POSTAL_ADDRESS: "", TAX: "" }
  for (const env of Object.values(start({ ...FILLED, ...test, ...unsaid })))
    expect(env).toMatchObject({ MODE: "staging", rules: { mailboxReaders: "admins" } })
  expect(() => start({ ...FILLED, MODE: "staging" })).toThrow(/must not touch real money/)
})

it.each(BLANKS)("does not start with %s left blank, and names it", { tags: ["OPS-22"] }, (name) => {
  expect(() => start({ ...FILLED, [name]: "" })).toThrow(name)
})

it("is reached through the proxy alone: neither the site nor the rooms have a port of their own", {
  tags: ["OPS-22"],
}, () => {
  expect(Object.keys(services).toSorted()).toEqual([
    "backup",
    "migrate",
    "party",
    "postgres",
    "proxy",
    "redis",
    "web",
    "worker",
  ])
  const published = Object.entries(services).filter(([, { ports }]) => ports.length > 0)
  expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
    ["proxy", ["80:80", "443:443", "443:443/udp"]],
  ])
  const caddyfile = read("deploy/caddy/Caddyfile")
  expect(caddyfile).toMatch(/^\{\$PUBLIC_URL\} \{$/m)
  expect(caddyfile).toContain("reverse_proxy @rooms party:1999")
  expect(caddyfile, "however many there are").toMatch(/dynamic a \{\s+name web\s+port 3000/)
})

it("believes the proxy in any network that Docker makes, and nobody else", { tags: ["OPS-22"] }, () => {
  const proxies = trustedProxies(start(FILLED).web!.TRUSTED_PROXY)
  for (const address of ["172.17.0.2", "172.31.255.9", "192.168.16.3"])
    expect(proxies.includes(address), address).toBe(true)
  for (const address of ["203.0.113.7", "172.32.0.1", "8.8.8.8"])
    expect(proxies.includes(address), address).toBe(false)
})

it.skipIf(spawnSync("sh", ["-c", "command -v caddy"]).status !== 0)(
  "has a Caddyfile that Caddy reads",
  { tags: ["OPS-22"], timeout: 30_000 },
  () => {
    const version = spawnSync("caddy", ["version"], { encoding: "utf8" }).stdout
    const { status, stderr } = spawnSync(
      "caddy",
      ["adapt", "--validate", "--adapter", "caddyfile", "--config", "/dev/stdin"],
      {
        encoding: "utf8",
        input: forCaddy(version, read("deploy/caddy/Caddyfile")),
        env: { ...process.env, PUBLIC_URL: "https://pushcart.example" },
      },
    )
    expect(status, stderr).toBe(0)
  },
)
