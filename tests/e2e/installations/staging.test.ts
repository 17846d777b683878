import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { root } from "@pushcart/devkit/start-everything"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { createAdmin } from "#core/identity/create-admin.server.ts"
import { DEMO_LOGINS, DEMO_PASSWORD } from "#core/identity/demo-logins.ts"
import { users } from "#db/schema/index.ts"
import { readMailbox } from "#server/adapters/mail/read-mailbox.ts"
import { passwords } from "#server/auth/passwords.ts"
import { secondFactor } from "#server/auth/second-factor.ts"
import { ALL_PATHS } from "#tests/baseline/page-paths.ts"
import { AUTH_SECRET } from "#tests/support/auth-secret.ts"
import { codeOf } from "#tests/support/authenticator.ts"
import { ctxFor } from "#tests/support/database.ts"
import { type DatabaseDoor, databaseDoor } from "#tests/support/database-door.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { useServer } from "#tests/support/server.ts"
import { type Person, sessionCookies } from "#tests/support/sessions.ts"
import { registration } from "#tests/support/sign-up.ts"
import { Visitor, visitor } from "#tests/support/visitor.ts"
import { type Installation, installation } from "./installation.ts"

const PUBLIC_URL = "https://staging.pushcart.example"
const LIVE = {
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_PUBLISHABLE_KEY: "pk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_2",
}

/** Used for the outage at the end. */
let door: DatabaseDoor
const staging = useServer({
  env: { MODE: "staging", PUBLIC_URL },
  reachDatabase: async (url) => {
    door = await databaseDoor(url)
    return door.url
  },
})
const production = useServer({
  env: {
    ...LIVE,
    MODE: "production",
    PUBLIC_URL: "https://pushcart.example",
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "Pushcart <hello@pushcart.example>",
    POSTAL_ADDRESS: "Pushcart, 500 Market St, San Francisco, CA 94105",
    TAX: "table",
  },
})

/** The queue board has its own badge. */
const SAYS = /Staging site: no real orders or payments|"environment":\{"label":"Staging"/g
/** Resembles the password of all tests, which is rejected for new accounts here. */
const PASSWORD = "Staging#2026"

/** The prefix of the title, and how many times the page shows which site it is. */
const marksOf = (html: string) => [
  /<title>(Staging: )?[^<]+<\/title>/.exec(html)?.[1],
  html.match(SAYS)?.length ?? 0,
]

async function cookieOf(site: typeof staging, person?: Person): Promise<string> {
  const cookies = person ? await sessionCookies(site, person) : []
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
}

async function peopleOf(site: typeof staging): Promise<Record<string, Person | undefined>> {
  const { db } = site.database
  return {
    nobody: undefined,
    customer: (await aCustomer(db)).actor,
    seller: (await aMarket(db)).actor,
    courier: (await aCourier(db)).actor,
    admin: (await anAdmin(db, "Ines")).actor,
  }
}

async function anAdminWithCodes() {
  const email = `ines-${crypto.randomUUID()}@example.com`
  const ports = { passwords, secondFactor: secondFactor({ secret: AUTH_SECRET, required: true }) }
  const operator = ctxFor(staging.database, { role: "system" }, { ports })
  const { authenticatorUri } = await createAdmin(operator, { email, name: "Ines", password: PASSWORD })
  return { Email: email, Password: PASSWORD, code: () => codeOf(authenticatorUri) }
}

describe("a staging site", () => {
  it("has of /dev/* a mailbox, which an admin reads after the second factor, and nobody else", {
    tags: ["STAGE-2", "STAGE-3", "STAGE-4"],
  }, async () => {
    const rosa = `rosa-${crypto.randomUUID()}@example.com`
    const form = await (await visitor(staging)).open("/login?tab=register")
    await form.press("Register", { ...registration(rosa), Password: PASSWORD, "Confirm Password": PASSWORD })
    const emails = await vi.waitFor(
      async () => {
        const sent = await readMailbox(join(staging.dataDir, "mail"), { to: rosa })
        expect(sent.map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/confirm/i))
        return sent
      },
      { timeout: 20_000 },
    )
    for (const { subject, links } of emails) {
      expect(subject).toMatch(/^\[Staging\] \S/)
      expect(links[0]).toMatch(new RegExp(`^${PUBLIC_URL}/`))
    }

    const { admin: _, ...others } = await peopleOf(staging)
    for (const [who, person] of Object.entries(others))
      for (const path of ["/dev/mailbox", "/dev/mailbox.json", `/dev/mailbox?to=${rosa}`]) {
        const headers = { cookie: await cookieOf(staging, person) }
        const answer = await fetch(staging.url + path, { headers, redirect: "manual" })
        expect([who, path, answer.status, answer.headers.get("location")]).toEqual([who, path, 302, "/admin"])
        expect(await answer.text()).not.toContain(rosa)
      }

    const ines = await visitor(staging)
    const { code, ...login } = await anAdminWithCodes()
    const signIn = async (entries: Record<string, string>) =>
      (await ines.open("/admin")).press("Login", entries)
    for (const wrong of ["", "000000"]) expect((await signIn({ ...login, Code: wrong })).path).toBe("/admin")
    expect((await ines.open("/dev/mailbox")).path).toBe("/admin")
    expect((await signIn({ ...login, Code: await code() })).path).toBe("/admin-dashboard")
    const mailbox = await (await ines.open("/ops")).follow("Emails that were not sent")
    expect([mailbox.path, mailbox.status]).toEqual(["/dev/mailbox", 200])
    expect(mailbox.headers.get("cache-control")).toBe("no-store")
    expect(mailbox.get("heading", "Mailbox")).toBeTruthy()
    expect(mailbox.text).toContain(rosa)
    expect(marksOf(mailbox.html)).toEqual(["Staging: ", 1])
  })

  it.each(["staging", "production"] as const)(
    "has no other door for developers: %s",
    {
      tags: ["STAGE-3"],
    },
    async (mode) => {
      const site = { staging, production }[mode]
      const paths = ["/dev", "/dev/ui", "/dev/ui?broken", "/dev/push", "/dev/push/1.json", "/dev/stripe"]
      paths.push("/dev/stripe/v3/stripe.js", "/dev/stripe/v1/balance", "/dev/", "/dev/mailbox/", "/dev/x")
      if (mode === "production")
        paths.push(
          "/dev/mailbox",
          "/dev/mailbox.json",
          "/stripe-sandbox/v3/stripe.js",
          "/stripe-sandbox/v1/balance",
        )
      for (const [who, person] of Object.entries(await peopleOf(site)))
        for (const path of paths) {
          const headers = { cookie: await cookieOf(site, person), origin: site.url }
          const get = await fetch(site.url + path, { headers, redirect: "manual" })
          expect([who, path, get.status]).toEqual([who, path, 404])
          const post = await fetch(site.url + path, { method: "POST", headers, redirect: "manual" })
          expect([who, path, [404, 405].includes(post.status)]).toEqual([who, path, true])
        }
    },
  )

  it("has the sandbox's script and pages where the site is, and none of its switches", {
    tags: ["STAGE-1", "STAGE-3", "STAGE-4"],
  }, async () => {
    const ask = (path: string) => fetch(`${staging.url}/stripe-sandbox${path}`)
    const script = await ask("/v3/stripe.js")
    expect([script.status, script.headers.get("content-type")]).toMatchObject([200, /javascript/])
    expect((await ask("/_sandbox/health")).status).toBe(404)
    expect((await ask("/v1/balance")).status).toBe(401)
    const page = await ask("/c/pay/none")
    expect(marksOf(await page.text())).toEqual(["Staging: ", 1])
  })

  it("lets nobody choose the password that everybody knows, and tells of no demo login", {
    tags: ["STAGE-2"],
  }, async () => {
    for (const site of [staging, production]) {
      const form = await (await visitor(site)).open("/login?tab=register")
      const rejected = await form.press("Register", registration(`eve-${crypto.randomUUID()}@example.com`))
      expect(rejected.status).toBe(422)
      expect(rejected.errorAt("password")).toBe("Everybody knows this password. Choose another one.")
      for (const path of ["/login", "/market", "/express", "/admin"])
        expect((await (await visitor(site)).open(path)).html).not.toMatch(/pushcart\.test|Pushcart#2026/)
      expect((await (await visitor(site)).open("/admin")).field("Code")).toBeTruthy()
    }
  })

  it("says on every page of everybody what it is, once, and to search engines that it is none of theirs", {
    tags: ["STAGE-4", "STAGE-5"],
  }, async () => {
    const seen = new Map<string, number>()
    const paths = [
      ...ALL_PATHS,
      "/nowhere",
      "/api/v1/docs",
      "/dev/mailbox",
      "/ops/queues",
      "/order?OrderID=none",
    ]
    for (const [who, person] of Object.entries(await peopleOf(staging))) {
      const headers = { cookie: await cookieOf(staging, person) }
      for (const path of paths) {
        const answer = await fetch(staging.url + path, { headers, redirect: "manual" })
        expect([path, answer.headers.get("x-robots-tag")]).toEqual([path, "noindex, nofollow"])
        const html = await answer.text()
        if (!answer.headers.get("content-type")?.startsWith("text/html")) continue
        expect([who, path, ...marksOf(html)]).toEqual([who, path, "Staging: ", 1])
        seen.set(who, (seen.get(who) ?? 0) + 1)
      }
    }
    const app = await (await fetch(`${staging.url}/manifest.webmanifest?for=seller`)).json()
    expect(app).toMatchObject({ name: "Staging: Pushcart for sellers", short_name: "Staging: Pushcart Sell" })
    // Each role has its own pages in addition to the public ones.
    expect(Math.min(...seen.values())).toBeGreaterThan(20)
    expect((await fetch(`${staging.url}/api/v1/health`)).headers.get("x-robots-tag")).toBe(
      "noindex, nofollow",
    )
  })

  it("says it on a form from another site, and on what has no layout while the database is gone", {
    tags: ["STAGE-4"],
  }, async () => {
    const foreign = await fetch(`${staging.url}/login`, {
      method: "POST",
      headers: { origin: "https://evil.test" },
      body: new URLSearchParams({ email: "a@b.c" }),
    })
    expect([foreign.status, ...marksOf(await foreign.text())]).toEqual([403, "Staging: ", 1])
    const headers = { cookie: await cookieOf(staging, (await aCustomer(staging.database.db)).actor) }
    await door.shut()
    for (const path of ["/home", "/pay", "/pay/return?payment_intent=x", "/api/v1/docs"]) {
      const answer = await fetch(staging.url + path, { headers, redirect: "manual" })
      expect([path, answer.status, ...marksOf(await answer.text())]).toEqual([
        path,
        path === "/api/v1/docs" ? 200 : 503,
        "Staging: ",
        1,
      ])
    }
    await door.open()
    await expect.poll(async () => (await fetch(`${staging.url}/home`)).status, { timeout: 20_000 }).toBe(200)
  })

  it("is nothing that production says of itself", { tags: ["STAGE-4", "STAGE-5"] }, async () => {
    for (const path of ["/home", "/login", "/nowhere", "/api/v1/docs"]) {
      const answer = await fetch(production.url + path)
      expect([path, answer.headers.get("x-robots-tag")]).toEqual([path, null])
      expect(marksOf(await answer.text())).toEqual([undefined, 0])
    }
  })

  it("does not start on a database with the demo's people, and nor does production", {
    tags: ["STAGE-2"],
  }, async () => {
    for (const site of [staging, production]) {
      const { db } = site.database
      await db.insert(users).values({ name: "Ada", email: DEMO_LOGINS.admin, emailVerified: true })
      await expect(site.restart()).rejects.toThrow(
        /holds the demo's people, whose password everybody knows \(admin@pushcart\.test\)\. Set DATABASE_URL/,
      )
      await db.delete(users).where(eq(users.email, DEMO_LOGINS.admin))
      await site.restart()
      expect((await fetch(`${site.url}/home`)).status).toBe(200)
    }
  })
})

describe("MODE=staging npm start", { tags: ["STAGE-7"] }, () => {
  let one: Installation
  beforeAll(async () => {
    one = await installation()
  })
  afterAll(() => one.remove())

  it("rejects live keys before it makes anything, with a sentence", { tags: ["STAGE-1"] }, async () => {
    const start = one.start({ MODE: "staging", PUBLIC_URL, ...LIVE })
    expect(await start.ended).not.toBe(0)
    expect(start.output()).toContain(
      "STRIPE_SECRET_KEY is a live key, and a staging site must not touch real money. Use a test key",
    )
    expect(start.output()).not.toMatch(/\n\s+at /)
  })

  it("brings up everything, in which npm run admin makes an admin who reads the mailbox", async () => {
    const start = one.start({ MODE: "staging", PUBLIC_URL })
    await start.prints("Pushcart is open")
    expect(start.output()).toContain(`${PUBLIC_URL}/dev/mailbox (for admins)`)
    expect(start.output()).not.toContain(DEMO_PASSWORD)
    const { stdout, stderr } = spawnSync(
      "npm",
      ["run", "--silent", "admin", "--", "ines@example.com", "Ines"],
      {
        cwd: root,
        encoding: "utf8",
        env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: one.dataDir, PUBLIC_URL },
      },
    )
    const said = (label: string) => new RegExp(`${label}: +(\\S+)`).exec(stdout)?.[1] ?? `${stdout}${stderr}`
    const ines = new Visitor(one.url)
    const signedIn: HtmlPage = await (await ines.open("/admin")).press("Login", {
      Email: "ines@example.com",
      Password: said("Password"),
      Code: await codeOf(said("Authenticator")),
    })
    expect(signedIn.path).toBe("/admin-dashboard")
    expect((await ines.open("/dev/mailbox")).get("heading", "Mailbox")).toBeTruthy()
  })
})
