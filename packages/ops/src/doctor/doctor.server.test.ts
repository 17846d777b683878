import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Redis } from "ioredis"
import { Client } from "pg"
import { SMTPServer } from "smtp-server"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { migrateDatabase } from "../../../../db/migrate.ts"
import { bunSockets } from "../../../../server/adapters/rooms/bun-sockets.ts"
import { createRoomHost } from "../../../../server/adapters/rooms/room-host.ts"
import { diskName, nameOnDisk } from "../../../../server/operations/disks.ts"
import { useDatabase } from "../../../../tests/support/database.ts"
import { startS3 } from "../../../../tests/support/fake-s3.ts"
import { type Fake, garbage, json, startFake, status } from "../../../../tests/support/fake-service.ts"
import { hasRedis, startRedis } from "../../../../tests/support/private-redis.ts"
import { examine } from "./examine.ts"
import type { Finding } from "./finding.ts"

const secrets = {
  AUTH_SECRET: "a".repeat(32),
  ROOMS_SECRET: "b".repeat(32),
  IMAGE_SECRET: "c".repeat(32),
}
const keys = {
  STRIPE_SECRET_KEY: "sk_test_abcdefsecret",
  STRIPE_PUBLISHABLE_KEY: "pk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  GOOGLE_MAPS_BROWSER_KEY: "AIza-browser",
  GOOGLE_MAPS_SERVER_KEY: "AIza-serversecret",
  CLOUDINARY_URL: "cloudinary://key:cloudsecret@cloud",
  CENSUS: "on",
}
/** Nothing listens on port 9. */
const NOWHERE = "http://127.0.0.1:9"

const states = (findings: Finding[], state: Finding["state"]) =>
  findings.filter((finding) => finding.state === state).map(({ service }) => service)

let outside: Fake
let endpoints: Record<"google" | "googleRoutes" | "census" | "cloudinary" | "stripe", string>
beforeEach(async () => {
  outside = await startFake()
  const { url } = outside
  endpoints = { google: url, googleRoutes: url, census: url, cloudinary: url, stripe: url }
})
afterEach(() => outside.close())

it("finds nothing wrong with nothing configured, asks nobody, and names the variable of each service", {
  tags: ["OPS-11"],
}, async () => {
  const findings = await examine({}, endpoints)
  expect(states(findings, "wrong")).toEqual([])
  expect(states(findings, "works")).toEqual(["Mode", "Settings"])
  expect(findings.map(({ says }) => says).join("\n")).toMatch(
    /DATABASE_URL[\s\S]*REDIS_URL[\s\S]*PARTY_HOST[\s\S]*STRIPE_SECRET_KEY[\s\S]*SMTP_URL[\s\S]*CLOUDINARY_URL[\s\S]*GOOGLE_MAPS_SERVER_KEY[\s\S]*VALHALLA_URL[\s\S]*CENSUS/,
  )
  expect(outside.seen).toEqual([])
})

it("says with half of the keys which are missing, and still tries those that are there", {
  tags: ["OPS-12"],
}, async () => {
  outside.answers(json({ object: "balance", livemode: false }))
  const findings = await examine({ STRIPE_SECRET_KEY: keys.STRIPE_SECRET_KEY }, endpoints)
  const settings = findings.filter(({ service }) => service === "Settings").map(({ says }) => says)
  expect(settings.join("\n")).toMatch(
    /STRIPE_PUBLISHABLE_KEY is missing[\s\S]*STRIPE_WEBHOOK_SECRET is missing/,
  )
  expect(findings).toContainEqual({ service: "Stripe", state: "works", says: "answers, in test mode." })
  expect(outside.seen.map(({ path }) => path)).toEqual(["/v1/balance"])
})

it("says which mode it is, and what of a staging site is not as it has to be", {
  tags: ["STAGE-1", "STAGE-7"],
}, async () => {
  const look = async (source: Record<string, string>) => {
    const findings = await examine({ MODE: "staging", ...source }, endpoints)
    return findings.filter(({ service }) => ["Mode", "Settings"].includes(service))
  }
  const PUBLIC_URL = "https://staging.pushcart.example"
  expect(await look({ PUBLIC_URL })).toMatchObject([
    { service: "Mode", state: "works", says: expect.stringMatching(/^staging: .*marked on every page/) },
    { service: "Settings", state: "works", says: expect.stringContaining("npm start runs it") },
  ])
  expect(await look({})).toMatchObject([{ state: "wrong", says: "PUBLIC_URL is missing." }])
  outside.answers(json({ object: "balance", livemode: true }))
  const live = {
    STRIPE_SECRET_KEY: "sk_live_1",
    STRIPE_PUBLISHABLE_KEY: "pk_live_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
  }
  expect(await look({ PUBLIC_URL, ...live })).toContainEqual({
    service: "Settings",
    state: "wrong",
    says: "STRIPE_SECRET_KEY is a live key, and a staging site must not touch real money.",
    todo: "Use a test key (…_test_…), or set MODE=production.",
  })
})

it.each([
  ["GOOGLE_MAPS_SERVER_KEY", "GOOGLE_MAPS_BROWSER_KEY"],
  ["STRIPE_WEBHOOK_SECRET", "STRIPE_SECRET_KEY"],
] as const)("names the other half of %s", { tags: ["OPS-12"] }, async (name, missing) => {
  outside.answers(garbage)
  const findings = await examine({ [name]: keys[name] }, endpoints)
  const said = findings.filter(({ state }) => state === "wrong").map(({ says }) => says)
  expect(said.join("\n")).toContain(`${missing} is missing, while ${name} is set`)
})

it("prints a line for each service and what to do below, and ends as a script wants to know", {
  tags: ["OPS-11"],
}, async () => {
  const run = async (env: Record<string, string>) => {
    const doctor = Bun.spawn([process.execPath, "packages/ops/src/doctor/doctor.ts"], {
      env,
      stdout: "pipe",
      stderr: "pipe",
    })
    const [text, code] = [await new Response(doctor.stdout).text(), await doctor.exited]
    return { lines: text.trim().split("\n"), code }
  }
  const nothing = await run({})
  const services = nothing.lines.slice(0, -1).map((line) => line.slice(6, 24).trim())
  expect(services).toEqual(
    [
      "Mode",
      "Settings",
      "PostgreSQL",
      "Redis",
      "Live rooms",
      "Stripe",
      "Mail",
      "Cloudinary",
      "Bucket for images",
      "Google Maps",
    ].concat(["Valhalla", "US Census"]),
  )
  expect([nothing.lines.at(-1), nothing.code]).toEqual(["Nothing is wrong.", 0])
  const half = await run({ GOOGLE_MAPS_BROWSER_KEY: "AIza-browser" })
  const problem = half.lines.findIndex((line) => line.includes("GOOGLE_MAPS_SERVER_KEY is missing"))
  expect(half.lines[problem]).toMatch(/^WRONG Settings {11}/)
  expect(half.lines[problem + 1]).toMatch(/^ +→ .*GOOGLE_MAPS_SERVER_KEY/)
  expect(half.lines.at(-1)).toMatch(/things? (is|are) wrong; → says what to do\.$/)
  expect(half.code).toBe(1)
})

it("tells rooms that are all there from rooms that have another secret, and counts each of their processes", {
  tags: ["OPS-11"],
}, async () => {
  const parties = [1, 2].map(() => {
    const rooms = createRoomHost({ secret: secrets.ROOMS_SECRET })
    return Bun.serve({
      port: 0,
      websocket: bunSockets,
      fetch: (request, server) => rooms.fetch(request, server),
    })
  })
  const PARTY_HOST = parties.map(({ url }) => url.origin).join(",")
  const check = async (source: Record<string, string>) =>
    (await examine(source, endpoints)).find(({ service }) => service === "Live rooms")
  expect(await check({ ...secrets, PARTY_HOST })).toMatchObject({
    state: "works",
    says: "answer, all 2 of them; 0 pages are connected.",
  })
  expect(await check({ ...secrets, ROOMS_SECRET: "x".repeat(32), PARTY_HOST })).toMatchObject({
    state: "wrong",
    todo: expect.stringContaining("the same ROOMS_SECRET"),
  })
  await parties[1]?.stop(true)
  expect(await check({ ...secrets, PARTY_HOST })).toMatchObject({
    state: "wrong",
    says: `${parties[1]?.url.origin} cannot be reached: nothing listens there.`,
  })
  await parties[0]?.stop(true)
})

it.skipIf(!hasRedis)("tells a Redis that rejects the password from one that is not there", async () => {
  const redis = await startRedis()
  const admin = new Redis(redis.url)
  await admin.config("SET", "requirepass", "right-password")
  const check = async (REDIS_URL: string) =>
    (await examine({ REDIS_URL }, endpoints)).find(({ service }) => service === "Redis")
  const withPassword = (password: string) => redis.url.replace("//", `//:${password}@`)
  expect(await check(withPassword("right-password"))).toMatchObject({ state: "works" })
  for (const url of [withPassword("wrong-password"), redis.url])
    expect(await check(url)).toEqual({
      service: "Redis",
      state: "wrong",
      says: "rejects the login in REDIS_URL.",
      todo: "Write it as redis://user:password@host:6379.",
    })
  admin.disconnect()
  await redis.kill()
  await redis.close()
  expect(await check(withPassword("right-password"))).toMatchObject({
    says: "cannot be reached: nothing listens there.",
    todo: expect.stringContaining("the address in REDIS_URL"),
  })
})

describe("every service", { tags: ["OPS-11"] }, () => {
  const database = useDatabase()

  it("works when each answers, with one harmless question each", async () => {
    // A copy of the tests' template has its tables, but not its role's limits.
    await migrateDatabase(database.url)
    const rooms = createRoomHost({ secret: secrets.ROOMS_SECRET })
    const party = Bun.serve({
      port: 0,
      websocket: bunSockets,
      fetch: (request, server) => rooms.fetch(request, server),
    })
    const smtp = await startSmtp()
    outside.answers((response, { path, headers, method }) => {
      expect(`${method} ${headers.authorization ?? ""}`).not.toContain("undefined")
      const answers: Record<string, unknown> = {
        "/v1/balance": { object: "balance", livemode: false },
        "/maps/api/geocode/json": { status: "OK", results: [] },
        "/directions/v2:computeRoutes": { routes: [{ distanceMeters: 300 }] },
        "/v1_1/cloud/ping": { status: "ok" },
        "/status": { version: "3.6.1" },
        "/geocoder/locations/address": { result: { addressMatches: [] } },
      }
      json(answers[path], path in answers ? 200 : 404)(response, undefined as never)
    })
    const findings = await examine(
      {
        ...secrets,
        ...keys,
        MODE: "staging",
        DATABASE_URL: database.url,
        PARTY_HOST: party.url.origin,
        SMTP_URL: smtp.url,
        VALHALLA_URL: outside.url,
        STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_2",
        MAIL_FROM: "Pushcart <hello@pushcart.example>",
        POSTAL_ADDRESS: "Pushcart, 500 Market St, San Francisco, CA 94105",
        PUBLIC_URL: "https://pushcart.example",
        TAX: "table",
      },
      endpoints,
    )
    expect(findings.find(({ service }) => service === "PostgreSQL")?.says).toMatch(/enough for \d+ web/)
    expect(states(findings, "wrong")).toEqual([])
    expect(states(findings, "off")).toEqual(["Redis", "Bucket for images"])
    expect(outside.seen).toHaveLength(6)
    await party.stop(true)
    await smtp.close()
  })

  it("says of wrong keys which setting is refused and where the right one is, without repeating it", async () => {
    const smtp = await startSmtp()
    outside.answers((response, { path }) => {
      if (path.startsWith("/maps"))
        return json({ status: "REQUEST_DENIED", results: [] })(response, undefined as never)
      const error = {
        type: "invalid_request_error",
        status: "PERMISSION_DENIED",
        message: "sk_test_abcdefsecret",
      }
      json({ error }, path.startsWith("/directions") ? 403 : 401)(response, undefined as never)
    })
    const source = {
      ...keys,
      DATABASE_URL: database.url.replace(/\/\/[^@/]*@?/, "//nobody:wrong-password@"),
      SMTP_URL: smtp.url.replace("right", "wrong"),
    }
    const findings = await examine({ ...source, CENSUS: "off" }, endpoints)
    expect(findings).toContainEqual({
      service: "PostgreSQL",
      state: "wrong",
      says: "rejects the login in DATABASE_URL.",
      todo: "Check user, password and database name.",
    })
    const wrong = states(findings, "wrong").filter((service) => service !== "Settings")
    expect(wrong).toEqual(["PostgreSQL", "Stripe", "Mail", "Cloudinary", "Google Geocoding", "Google Routes"])
    for (const finding of findings) if (finding.state === "wrong") expect(finding.todo).toBeTruthy()
    expect(JSON.stringify(findings)).not.toMatch(/abcdefsecret|serversecret|cloudsecret|wrong-password/)
    await smtp.close()
  })

  it("tells a service that is down, too slow or somebody else from one that rejects the key", async () => {
    const down = {
      ...keys,
      DATABASE_URL: "postgres://127.0.0.1:9/pushcart",
      REDIS_URL: "redis://127.0.0.1:9",
    }
    const findings = await examine(
      { ...down, ...secrets, PARTY_HOST: NOWHERE, SMTP_URL: "smtp://127.0.0.1:9", VALHALLA_URL: NOWHERE },
      { ...endpoints, google: NOWHERE, googleRoutes: NOWHERE, census: NOWHERE },
    )
    const wrong = states(findings, "wrong")
    for (const service of [
      "PostgreSQL",
      "Redis",
      "Live rooms",
      "Mail",
      "Google Geocoding",
      "Valhalla",
      "US Census",
    ])
      expect(wrong).toContain(service)
    for (const [service, setting] of [
      ["PostgreSQL", "DATABASE_URL"],
      ["Redis", "REDIS_URL"],
      ["Live rooms", "PARTY_HOST"],
      ["Mail", "SMTP_URL"],
    ])
      expect(findings.find((finding) => finding.service === service)).toMatchObject({
        says: "cannot be reached: nothing listens there.",
        todo: expect.stringContaining(`the address in ${setting}`),
      })
    const nowhere = {
      DATABASE_URL: "postgres://me:secret-word@db.invalid/pushcart",
      REDIS_URL: "redis://:secret-word@redis.invalid:6379",
      SMTP_URL: "smtp://me:secret-word@mail.invalid",
    }
    const unnamed = await examine({ ...nowhere, ...secrets, PARTY_HOST: "http://party.invalid" }, endpoints)
    const unknown = unnamed.filter(({ says }) => says.includes("its name is not known to this machine"))
    expect(unknown.map(({ service }) => service)).toEqual(["PostgreSQL", "Redis", "Live rooms", "Mail"])
    expect(JSON.stringify(unnamed)).not.toContain("secret-word")
    outside.answers(garbage)
    const hotel = await examine({ STRIPE_SECRET_KEY: keys.STRIPE_SECRET_KEY }, endpoints)
    expect(hotel.find(({ service }) => service === "Stripe")?.says).toBe("answered with something else.")
    outside.answers(status(503))
    const ill = await examine({ CLOUDINARY_URL: keys.CLOUDINARY_URL }, endpoints)
    expect(ill.find(({ service }) => service === "Cloudinary")?.says).toBe("answered 503.")
  })
})

async function startSmtp(): Promise<{ url: string; close(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: false,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === "right" ? done(null, { user: "mail" }) : done(new Error("Invalid password")),
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.server.address()
  const port = typeof address === "object" ? address?.port : 0
  return {
    url: `smtp://mail:right@127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

describe("where files are kept", () => {
  const database = useDatabase()
  const filesIn = (findings: Finding[]) =>
    findings.filter(({ service }) => /^(Files on disk|Bucket for images)$/.test(service))
  /** A process of the site, as PostgreSQL lists it. */
  const aProcess = async (process: string, dataDir: string) => {
    const application_name = nameOnDisk(process, await diskName(dataDir))
    const client = new Client({ connectionString: database.url, application_name })
    await client.connect()
    return client
  }

  it("is one disk for all processes, or two, which is wrong", { tags: ["OPS-42"] }, async () => {
    const folders = ["one", "two"].map((name) => mkdtempSync(join(tmpdir(), `pushcart-${name}-`)))
    const [one = "", two = ""] = folders
    const clients = [await aProcess("web", one), await aProcess("worker", one)]
    const look = async () =>
      filesIn(await examine({ DATABASE_URL: database.url }, endpoints)).filter(({ state }) => state !== "off")
    expect(await look()).toEqual([
      { service: "Files on disk", state: "works", says: "all web and worker processes share one." },
    ])
    clients.push(await aProcess("web", two))
    expect(await look()).toEqual([
      {
        service: "Files on disk",
        state: "wrong",
        says: expect.stringContaining("2 at once"),
        todo: expect.stringContaining("IMAGES_S3_BUCKET"),
      },
    ])
    for (const client of clients) await client.end()
    for (const folder of folders) rmSync(folder, { recursive: true })
  })

  it("is a bucket that takes, shows, lists and removes a file, or says why it does not, without its key", {
    tags: ["OPS-11", "OPS-41"],
  }, async () => {
    const s3 = await startS3()
    const settings = {
      IMAGES_S3_BUCKET: s3.bucket.bucket,
      IMAGES_S3_ACCESS_KEY_ID: s3.bucket.accessKeyId,
      IMAGES_S3_SECRET_ACCESS_KEY: s3.bucket.secretAccessKey,
      IMAGES_S3_ENDPOINT: s3.bucket.endpoint,
    }
    expect(filesIn(await examine(settings, endpoints))).toEqual([
      { service: "Bucket for images", state: "works", says: "takes, shows, lists and removes a file." },
    ])
    const [wrong] = filesIn(await examine({ ...settings, IMAGES_S3_BUCKET: "not-there" }, endpoints))
    expect(wrong).toMatchObject({ state: "wrong", says: "answered NoSuchBucket." })
    const [gone] = filesIn(await examine({ ...settings, IMAGES_S3_ENDPOINT: NOWHERE }, endpoints))
    expect(gone).toMatchObject({ state: "wrong" })
    expect(JSON.stringify([wrong, gone])).not.toContain("the-secret")
    await s3.close()
  })
})
