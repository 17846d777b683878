import {
  PUBLISHABLE_KEY,
  type Sandbox,
  SECRET_KEY,
  startSandbox,
  WEBHOOK_SECRET,
} from "@pushcart/stripe-sandbox/start-sandbox"
import { SMTPServer } from "smtp-server"
import { afterEach, describe, expect, it } from "vitest"
import { freePort } from "#server/cli/ports.ts"
import type { Cluster } from "#tests/faults/world/cluster.ts"
import { buy } from "#tests/faults/world/shopping.ts"
import type { Buyer, Thing } from "#tests/faults/world/town.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { type Fake, json, startFake } from "#tests/support/fake-service.ts"
import { startTestServer, type TestServer } from "#tests/support/server.ts"
import { sessionCookies } from "#tests/support/sessions.ts"

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Attribute[] }
type Sent = { resourceSpans: { scopeSpans: { scope: { name: string }; spans: Span[] }[] }[] }

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

describe("traces", () => {
  it("follow a form over its event and job to the provider as one, with nothing personal in them", {
    tags: ["OPS-9"],
  }, async () => {
    const [collector, mail] = [await aCollector(), await aMailServer()]
    const server = await aServer({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, SMTP_URL: mail.url })
    for (const path of ["/api/v1/health", "/api/v1/live", "/metrics", "/api/v1/market/getMarket/none"])
      await fetch(server.url + path)
    const email = `traced-${crypto.randomUUID()}@example.test`
    const answer = await register(server, email)
    expect(answer.status).toBe(302)
    const wanted = ["POST /login", "transaction", "event person.registered", "job send-welcome-email", "SMTP"]
    const spans = await waitForTrace(collector, wanted)
    // Each span descends from the previous one, directly or through others.
    for (const [at, name] of wanted.entries())
      if (at > 0)
        expect([name, ancestors(spans, name)]).toEqual([name, expect.arrayContaining([wanted[at - 1]])])
    const said = collector.seen.map(({ body }) => body).join("\n")
    for (const personal of [email, "traced-", "Zebulon", "tab=register", "Pushcart#2026"])
      expect(said).not.toContain(personal)
    expect(collector.seen[0]!.path).toBe("/v1/traces")
    expect(said).toContain('"GET /api/v1/market/getMarket/:')
    expect(said).not.toMatch(/"GET \/(metrics|api\/v1\/(health|live))"/)
    expect(said).toMatch(/"service\.instance\.id","value":\{"stringValue":"[^"]+:\d+"/)
  })

  it("follow an order: page, command, event, job, provider, each beneath the one before", {
    tags: ["OPS-9"],
    timeout: 120_000,
  }, async () => {
    const [collector, mail] = [await aCollector(), await aMailServer()]
    const sandbox = await startSandbox()
    closing.push(() => sandbox.kill())
    const server = await aServer({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      SMTP_URL: mail.url,
      STRIPE_API_URL: sandbox.base,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    })
    await placeOrder(server, sandbox)
    // The return from the card page waits for the command; the email continues the trace of its event.
    const wanted = [
      "GET /pay/return",
      "command complete-checkout",
      "transaction",
      "event order.placed",
      "job send-order-receipt-email",
      "SMTP",
    ]
    const spans = await waitForTrace(collector, wanted)
    for (const [at, name] of wanted.entries())
      if (at > 0)
        expect([name, ancestors(spans, name)]).toEqual([name, expect.arrayContaining([wanted[at - 1]])])
    expect(ancestors(spans, "Stripe GET /v1/payment_intents/:id")).toContain("command complete-checkout")
    for (const names of [
      ["POST /shopping-cart", "command start-checkout"],
      ["POST /pay/begin", "command begin-payment", "Stripe POST /v1/payment_intents"],
    ])
      expect(ancestors(await waitForTrace(collector, names), names.at(-1)!)).toContain(names.at(-2))
    // No package records its own spans, because they would include error messages.
    expect(new Set(collector.seen.flatMap(scopesIn))).toEqual(new Set(["pushcart"]))
  })

  it("cost nobody a page when the collector is gone", { tags: ["OPS-9"] }, async () => {
    const server = await aServer({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` })
    for (let visits = 0; visits < 20; visits += 1)
      expect((await fetch(`${server.url}/home`)).status).toBe(200)
  })
})

/** A customer's path from the product to the order, with a browser's requests. */
async function placeOrder(server: TestServer, sandbox: Sandbox): Promise<void> {
  const { db } = server.database
  const market = await aMarket(db)
  const product = await aProduct(db, market)
  const { userId, actor } = await aCustomer(db)
  const cookies = await sessionCookies(server, actor)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
  const place = { site: server.url, sandbox: { url: sandbox.base, secretKey: SECRET_KEY } } as Cluster
  await buy(place, { userId, cookie } as Buyer, { productId: product.id, marketId: market.id } as Thing)
}

async function aServer(env: Record<string, string>): Promise<TestServer> {
  const server = await startTestServer({ env })
  closing.push(() => server.stop())
  return server
}

async function aCollector(): Promise<Fake> {
  const collector = await startFake()
  collector.answers(json({}))
  closing.push(() => collector.close())
  return collector
}

/** Accepts every email and drops it. */
async function aMailServer(): Promise<{ url: string }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _session, done) => void stream.on("end", () => done()).resume(),
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)))
  return { url: `smtp://127.0.0.1:${port}` }
}

const register = (server: TestServer, email: string) =>
  fetch(`${server.url}/login?tab=register`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: server.url },
    body: new URLSearchParams({
      email,
      firstName: "Zebulon",
      lastName: "Quack",
      agree: "on",
      password: "Pushcart#2026",
      confirmPassword: "Pushcart#2026",
    }),
  })

const PATIENCE_MS = 45_000

/** The spans of the one trace that has all these names, once they have all arrived. */
async function waitForTrace(collector: Fake, names: string[]): Promise<Span[]> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const all = collector.seen.flatMap(spansIn)
    const traces = [...new Set(all.map(({ traceId }) => traceId))].map((id) =>
      all.filter(({ traceId }) => traceId === id),
    )
    const whole = traces.find((spans) => names.every((name) => spans.some((span) => span.name === name)))
    if (whole) return whole
    if (Date.now() > deadline)
      throw new Error(
        `No trace has ${names.join(", ")}. There are: ${[...new Set(all.map(({ name }) => name))].join(", ")}`,
      )
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const spansIn = ({ body }: { body: string }): Span[] =>
  (JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans),
  )

const scopesIn = ({ body }: { body: string }): string[] =>
  (JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.map(({ scope }) => scope.name),
  )

/** The names of a span's ancestors in its trace. */
function ancestors(spans: Span[], name: string): string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  return spans
    .filter((span) => span.name === name)
    .flatMap((span) => {
      const above: string[] = []
      for (let up = byId.get(span.parentSpanId ?? ""); up; up = byId.get(up.parentSpanId ?? ""))
        above.push(up.name)
      return above
    })
}
