import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { chooseFulfilment } from "#core/cart/update-cart.server.ts"
import { DomainError } from "#core/errors.ts"
import { markets } from "#db/schema/index.ts"
import { type DocumentedCall, documentedCalls } from "#tests/support/api-document.ts"
import { fingerprints } from "./fingerprint.ts"
import { type SignedInWorld, useSandboxApi } from "./sandbox-api.ts"
import { aSample } from "./world.ts"

/** POSTs that neither create anything nor move money, so repeating them does no harm. */
const HARMLESS = /login|logout|getProductBasedbyCategory|position$|^\/account\//i

/**
 * Calls that this world rejects: there is nothing to pay out, no subscription and no card, and the tokens are made up.
 */
const REJECTED = new Set([
  "/seller/payoutForSeller",
  "/pushcartexpress/payout",
  "/seller/cancelSubscription",
  "/seller/updateCard",
  "/seller/ConnectAccount",
  "/seller/createMarketAccount",
  "/pushcartexpress/connectedAccount",
  "/pushcartexpress/delivered",
  "/pay/complete",
])

/** Preparations for calls that would fail with the world's own data. */
const BEFORE: Record<string, (facts: SignedInWorld) => Promise<unknown>> = {
  "/seller/createSubscription": ({ world, api }) =>
    api.runtime.database.db
      .update(markets)
      .set({ subscription: "none" })
      .where(eq(markets.id, world.own.market!)),
  "/pay/paymentIntent": ({ world, api }) =>
    chooseFulfilment(api.runtime.contextFor({ role: "customer", userId: world.people.customer }), {
      fulfilment: "pickup",
    }),
}

type Json = Record<string, unknown>

describe("calls made from the document", { tags: ["API-8", "slow"] }, () => {
  const { database, signedInWorld } = useSandboxApi()
  const posts = documentedCalls.filter(({ method }) => method === "POST")
  const keyed = posts.filter(takesKey)

  it("takes an Idempotency-Key on every POST that creates something or moves money", {
    tags: ["API-9"],
  }, () => {
    const others = posts.filter((call) => !takesKey(call)).map(({ path }) => path)
    expect(others.filter((path) => !HARMLESS.test(path))).toEqual([])
    expect(keyed.length).toBeGreaterThan(15)
  })

  it.each(keyed.map((call) => [call.path, call] as const))(
    "%s: done once for one key, and refused to another request with it",
    { timeout: 30_000 },
    async (path, call) => {
      const { send, prints } = await prepared(call)
      const headers = { "idempotency-key": crypto.randomUUID() }
      const both = await Promise.all([send({}, headers), send({}, headers)])
      // The second request waits for the first, or is rejected because the first is still in progress.
      const first = both.find(({ code }) => code !== "idempotency_conflict")!
      for (const answer of both)
        if (answer.code !== "idempotency_conflict") expect(answer.told).toEqual(first.told)
      const again = await prints.unchanged(() => send({}, headers))
      expect([again.status, again.told]).toEqual([first.status, first.told])
      if (!REJECTED.has(path))
        expect([path, first.text, first.status < 300]).toEqual([path, first.text, true])
      if (first.status >= 300 || !call.body) return
      const other = await prints.unchanged(() => send(anotherRequest(call), headers))
      expect([other.status, other.code]).toEqual([409, "idempotency_conflict"])
    },
  )

  it("does what failed on the way when it is asked again with the same key", {
    tags: ["API-9"],
  }, async () => {
    let isDown = true
    const facts = await signedInWorld()
    const payments: typeof facts.ports.payments = {
      ...facts.ports.payments,
      createPayment: (...asked) =>
        isDown
          ? Promise.reject(new DomainError("provider_down", "The card provider does not answer."))
          : facts.ports.payments.createPayment(...asked),
    }
    const { api, world, headersOf } = await signedInWorld({ payments })
    await BEFORE["/pay/paymentIntent"]!({ api, world } as SignedInWorld)
    const call = keyed.find(({ path }) => path === "/pay/paymentIntent")!
    const headers = { ...headersOf(call), "idempotency-key": crypto.randomUUID() }
    const pay = () => api.call("POST", call.path, { value: 1 }, headers)
    expect((await pay()).status).toBe(503)
    isDown = false
    const paid = await pay()
    expect([paid.status, paid.headers.get("idempotent-replayed")]).toEqual([200, null])
    expect((await pay()).headers.get("idempotent-replayed")).toBe("true")
  })

  const withBody = documentedCalls.filter(({ body }) => body)
  it.each(withBody.map((call) => [`${call.method} ${call.path}`, call] as const))(
    "%s: answers the same with fields that nobody knows",
    { timeout: 30_000 },
    async (_name, call) => {
      const plain = await (await prepared(call)).send({})
      const more = { surprise: "zebra", userId: "someone", approved: "true", totalCents: "1", role: "admin" }
      const known = Object.keys(call.body!.schema.properties ?? {})
      const unknown = Object.fromEntries(Object.entries(more).filter(([name]) => !known.includes(name)))
      const answer = await (await prepared(call)).send(unknown)
      expect([answer.status, answer.shape]).toEqual([plain.status, plain.shape])
      expect(answer.text).not.toContain("zebra")
    },
  )

  /** A separate world, and how to make the call in it. */
  async function prepared(call: DocumentedCall) {
    const facts = await signedInWorld()
    await BEFORE[call.path]?.(facts)
    const { path, body } = aSample(call, facts.world.own)
    const email = ownEmail(call)
    const send = async (more: Fields, headers: Fields = {}) => {
      const sent = withFields(body, { ...email, ...more })
      const answer = await facts.api.call(call.method, path, sent, { ...facts.headersOf(call), ...headers })
      const text = await answer.text()
      const told = JSON.parse(text) as { code?: string } | null
      return { status: answer.status, text, told, code: told?.code, shape: shapeOf(told) }
    }
    return { send, prints: fingerprints(database.db) }
  }
})

type Fields = Record<string, string>

function takesKey({ parameters }: DocumentedCall): boolean {
  return parameters.some(({ name }) => name === "Idempotency-Key")
}

/** A registration needs another email in every world; no other call has one. */
function ownEmail({ path, body }: DocumentedCall): Fields {
  if (!/register|createpushcartexpress/i.test(path)) return {}
  const name = Object.keys(body?.schema.properties ?? {}).find((one) => one.toLowerCase() === "email") ?? ""
  return { [name]: `generated-${crypto.randomUUID()}@example.test` }
}

/** Returns the body with another value in its first free-text field. */
function anotherRequest({ body }: DocumentedCall): Fields {
  const fields = Object.entries(body?.schema.properties ?? {}) as [string, Json][]
  const free = fields.find(
    ([name, field]) => /name|address|description|value|size|stripe/i.test(name) && !field.enum,
  )
  return { [(free ?? fields[0]!)[0]]: "another" }
}

function withFields(body: unknown, more: Fields): unknown {
  if (!(body instanceof FormData)) return { ...(body as Json | undefined), ...more }
  const form = new FormData()
  for (const [name, value] of body) if (!(name in more)) form.append(name, value)
  for (const [name, value] of Object.entries(more)) form.append(name, value)
  return form
}

/** The shape of a response, without its ids, times and amounts. */
function shapeOf(told: unknown): unknown {
  if (Array.isArray(told)) return told.length > 0 ? [shapeOf(told[0])] : []
  if (typeof told !== "object" || told === null) return typeof told
  return Object.fromEntries(Object.entries(told).map(([name, inner]) => [name, shapeOf(inner)]))
}
