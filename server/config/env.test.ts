import { describe, expect, it } from "vitest"
import webpush from "web-push"
import { EnvError, parseEnv } from "./env.ts"

const key = "k".repeat(32)
const keys = {
  AUTH_SECRET: key,
  ROOMS_SECRET: key,
  IMAGE_SECRET: key,
  DATABASE_URL: "postgres://db/pushcart",
}
const demo = { ...keys, MODE: "demo", STRIPE_API_URL: "http://127.0.0.1:1" }
const testKeys = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" }
const stripe = {
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_PUBLISHABLE_KEY: "pk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
}
const production = {
  ...keys,
  ...stripe,
  STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_2",
  SMTP_URL: "smtp://mail",
  MAIL_FROM: "Pushcart <hello@pushcart.example>",
  POSTAL_ADDRESS: "Pushcart, 500 Market St, San Francisco, CA 94105",
  PUBLIC_URL: "https://pushcart.example/",
  TAX: "table",
}
/** With npm start, which starts the sandbox; emails are files. */
const staging = { ...demo, MODE: "staging", PUBLIC_URL: "https://staging.pushcart.example" }

function problemsOf(source: Record<string, string>): string[] {
  try {
    parseEnv(source)
    return []
  } catch (error) {
    if (error instanceof EnvError) return error.problems
    throw error
  }
}

describe("the environment", () => {
  it("takes keys of Web Push in pairs that belong together, or none", { tags: ["PUSH-11"] }, () => {
    const { publicKey, privateKey } = webpush.generateVAPIDKeys()
    const pair = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }
    expect(problemsOf(demo)).toEqual([])
    expect(problemsOf({ ...demo, ...pair })).toEqual([])
    expect(problemsOf({ ...demo, VAPID_PUBLIC_KEY: pair.VAPID_PUBLIC_KEY }).join()).toContain(
      "VAPID_PRIVATE_KEY is missing",
    )
    const other = webpush.generateVAPIDKeys().privateKey
    expect(problemsOf({ ...demo, ...pair, VAPID_PRIVATE_KEY: other }).join()).toContain("does not belong")
    expect(problemsOf({ ...demo, ...pair, VAPID_PUBLIC_KEY: "short" }).join()).toContain("is not 65 bytes")
  })

  it("takes DATABASE_URL for PostgreSQL itself, unless it is told another address", () => {
    expect(parseEnv(demo).DATABASE_DIRECT_URL).toBe(keys.DATABASE_URL)
    const direct = "postgres://primary/pushcart"
    expect(parseEnv({ ...demo, DATABASE_DIRECT_URL: direct }).DATABASE_DIRECT_URL).toBe(direct)
  })

  it("listens for this machine alone in a demo, and for everybody in production", {
    tags: ["START-6"],
  }, () => {
    expect(parseEnv(demo).HOST).toBe("127.0.0.1")
    expect(parseEnv({ ...demo, HOST: "0.0.0.0" }).HOST).toBe("0.0.0.0")
    expect(parseEnv(production).HOST).toBe("0.0.0.0")
  })

  it("transfers at once and takes raw identity numbers in a demo only", { tags: ["START-8"] }, () => {
    expect(parseEnv(demo)).toMatchObject({ TRANSFER_DELAY_HOURS: 0, API_RAW_IDENTITY: true })
    expect(parseEnv(production)).toMatchObject({ TRANSFER_DELAY_HOURS: 24, API_RAW_IDENTITY: false })
  })

  it("names each wrong variable, and shows a right value", { tags: ["START-7"] }, () => {
    expect(problemsOf({ ...demo, PORT: "http", REDIS_URL: "localhost" })).toEqual([
      expect.stringMatching(/^PORT .*Set it like PORT=3000, or unset it\.$/),
      expect.stringMatching(
        /^REDIS_URL is not an address that starts with redis:\/\/ or rediss:\/\/\. .*REDIS_URL=/,
      ),
    ])
  })

  it("takes an empty value for a missing one", { tags: ["START-7"] }, () => {
    expect(parseEnv({ ...demo, PORT: "", REDIS_URL: "" })).toMatchObject({ PORT: 3000 })
  })

  for (const missing of Object.keys(stripe))
    it(`rejects Stripe without ${missing}, by name`, { tags: ["OPS-12"] }, () => {
      const { [missing as keyof typeof stripe]: _, ...half } = stripe
      expect(problemsOf({ ...production, ...half, [missing]: "" })).toContainEqual(
        expect.stringMatching(new RegExp(`^${missing} is missing, while`)),
      )
    })

  it("rejects one Google key without the other", { tags: ["OPS-12"] }, () => {
    expect(problemsOf({ ...demo, GOOGLE_MAPS_BROWSER_KEY: "AIza1" })).toEqual([
      expect.stringMatching(/^GOOGLE_MAPS_SERVER_KEY is missing, while GOOGLE_MAPS_BROWSER_KEY is set/),
    ])
  })

  it("rejects live keys in a demo", { tags: ["START-6"] }, () => {
    expect(problemsOf({ ...demo, ...stripe })).toContainEqual(
      expect.stringMatching(/^STRIPE_SECRET_KEY is a live key, and a demo must not touch real money/),
    )
  })

  it.each([
    "STRIPE_SECRET_KEY",
    "STRIPE_CONNECT_WEBHOOK_SECRET",
    "SMTP_URL",
    "MAIL_FROM",
    "POSTAL_ADDRESS",
    "PUBLIC_URL",
    "TAX",
    "AUTH_SECRET",
    "DATABASE_URL",
  ])("rejects production without %s", { tags: ["START-7"] }, (name) => {
    expect(problemsOf({ ...production, [name]: "" })).toContainEqual(
      expect.stringMatching(`${name} is missing`),
    )
  })

  it("rejects production without TLS, and takes a sender of its own in a demo", { tags: ["START-7"] }, () => {
    expect(problemsOf({ ...production, PUBLIC_URL: "http://pushcart.example" })).toEqual([
      expect.stringMatching(/^PUBLIC_URL does not start with https:/),
    ])
    expect(parseEnv(demo)).toMatchObject({ MAIL_FROM: "Pushcart <hello@pushcart.test>" })
  })

  it.each([
    ["sk_live_1", "pk_test_1"],
    ["rk_live_1", "pk_test_1"],
    ["sk_test_1", "pk_live_1"],
  ])("rejects keys of both modes: %s with %s", { tags: ["START-11"] }, (secret, publishable) => {
    const mixed = { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable }
    for (const mode of [production, demo])
      expect(problemsOf({ ...mode, ...stripe, ...mixed })).toContainEqual(
        expect.stringMatching(/^STRIPE_SECRET_KEY is a (live|test) key, and STRIPE_PUBLISHABLE_KEY/),
      )
  })

  it("takes raw identity numbers with test keys, and never with live ones", { tags: ["START-8"] }, () => {
    const rehearsal = { ...production, ...testKeys, MODE: "staging" }
    expect(parseEnv({ ...rehearsal, API_RAW_IDENTITY: "on" }).API_RAW_IDENTITY).toBe(true)
    expect(problemsOf({ ...production, API_RAW_IDENTITY: "on" })).toEqual([
      expect.stringMatching(/^API_RAW_IDENTITY is on, and cannot work with live keys/),
    ])
  })

  it("takes test keys or the sandbox on a staging site, and live keys in production, each alone", {
    tags: ["STAGE-1", "START-7"],
  }, () => {
    expect(problemsOf(staging)).toEqual([])
    expect(problemsOf({ ...production, ...testKeys, MODE: "staging" })).toEqual([])
    expect(problemsOf({ ...production, MODE: "production" })).toEqual([])
    expect(problemsOf({ ...production, MODE: "staging" })).toEqual([
      expect.stringMatching(
        /^STRIPE_SECRET_KEY is a live key, and a staging site must not touch real money\. /,
      ),
      expect.stringMatching(/^STRIPE_PUBLISHABLE_KEY is a live key/),
    ])
    expect(problemsOf({ ...production, ...testKeys })).toEqual([
      expect.stringMatching(/^STRIPE_SECRET_KEY is a test key, and nobody would be paid\. .*MODE=staging/),
      expect.stringMatching(/^STRIPE_PUBLISHABLE_KEY is a test key/),
    ])
    expect(problemsOf({ ...staging, STRIPE_API_URL: "" })).toEqual([
      expect.stringMatching(
        /^STRIPE_API_URL is missing: a staging site without Stripe keys needs the sandbox/,
      ),
    ])
  })

  it("has production's rules and defaults on a staging site, and asks who sends emails once they leave", {
    tags: ["STAGE-1", "STAGE-2"],
  }, () => {
    expect(parseEnv(staging)).toMatchObject({
      MODE: "staging",
      HOST: "0.0.0.0",
      TRANSFER_DELAY_HOURS: 24,
      API_RAW_IDENTITY: false,
      TAX: "table",
      rules: { secondFactor: true, demoPeople: false, devPages: false, mailboxReaders: "admins" },
    })
    expect(problemsOf({ ...staging, PUBLIC_URL: "" })).toEqual([
      expect.stringMatching(/^PUBLIC_URL is missing/),
    ])
    expect(problemsOf({ ...staging, PUBLIC_URL: "http://staging.example" })).toEqual([
      expect.stringMatching(/^PUBLIC_URL does not start with https:/),
    ])
    expect(problemsOf({ ...staging, SMTP_URL: "smtp://mail" })).toEqual([
      expect.stringMatching(/^MAIL_FROM is missing/),
      expect.stringMatching(/^POSTAL_ADDRESS is missing/),
    ])
    expect(
      problemsOf({ ...staging, ...testKeys, STRIPE_WEBHOOK_SECRET: "whsec_1", STRIPE_API_URL: "" }),
    ).toEqual([expect.stringMatching(/^STRIPE_CONNECT_WEBHOOK_SECRET is missing/)])
  })

  it("knows a demo by its older name, and rejects two names that contradict each other", {
    tags: ["STAGE-1"],
  }, () => {
    const { MODE: _, ...unnamed } = demo
    expect(parseEnv({ ...unnamed, DEMO: "1" }).MODE).toBe("demo")
    expect(parseEnv({ ...demo, DEMO: "1" }).MODE).toBe("demo")
    expect(parseEnv({ ...production, DEMO: "0" }).MODE).toBe("production")
    expect(parseEnv(production).MODE).toBe("production")
    for (const [MODE, DEMO] of [
      ["staging", "1"],
      ["production", "1"],
      ["demo", "0"],
    ] as const)
      expect(problemsOf({ ...demo, MODE, DEMO })).toContainEqual(
        expect.stringMatching(/^DEMO is (on|off), and MODE is (staging|production|demo)\. Unset DEMO/),
      )
    expect(problemsOf({ ...demo, MODE: "stage" })).toEqual([
      expect.stringMatching(/^MODE is none of demo, staging and production\. Set it like MODE=staging/),
    ])
  })

  it("rejects the sandbox in production", { tags: ["START-7"] }, () => {
    expect(problemsOf({ ...production, STRIPE_API_URL: "http://127.0.0.1:1" })).toEqual([
      expect.stringMatching(/^STRIPE_API_URL points at the sandbox/),
    ])
  })

  it("rejects processes apart without rooms that all of them reach", { tags: ["START-7"] }, () => {
    expect(problemsOf({ ...production, PROCESS: "web" })).toEqual([
      expect.stringMatching(/^PARTY_HOST is missing: with PROCESS=web/),
    ])
  })

  it("shows no secret in what it complains of", { tags: ["START-7"] }, () => {
    expect(problemsOf({ ...demo, AUTH_SECRET: "hunter2" }).join()).not.toContain("hunter2")
  })
})
