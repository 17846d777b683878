import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type DocumentedCall, documentedCalls } from "#tests/support/api-document.ts"
import { useSandboxApi } from "./sandbox-api.ts"
import { aSample, type World } from "./world.ts"

const BODIES = Number(process.env.API_BODIES ?? 10_000)

/** Ten thousand bodies that nobody would write by hand. Every response must be documented, and none may be a 5xx. */
describe("generated bodies", { tags: ["slow"] }, () => {
  const { signedInWorld } = useSandboxApi()

  const calls = documentedCalls.filter(({ body, path }) => body && !/logout/i.test(path))

  it(`answers ${BODIES} of them without a 5xx, and as documented`, {
    tags: ["API-2", "API-7"],
    timeout: 900_000,
  }, async () => {
    const { world, api, headersOf } = await signedInWorld()
    const perCall = Math.ceil(BODIES / calls.length)
    let sent = 0
    for (const call of calls) {
      await fc.assert(
        fc.asyncProperty(bodyFor(call, world), async (body) => {
          sent += 1
          const path = aSample(call, world.own).path
          const answer = await api.call(call.method, path, toSend(call, body), headersOf(call))
          expect([call.method, call.path, answer.status < 500]).toEqual([call.method, call.path, true])
        }),
        { numRuns: perCall, endOnFailure: true },
      )
    }
    expect(sent).toBeGreaterThanOrEqual(BODIES)
  })
})

/** Variations of the valid body: fields left out, of another type, too long, too large, in other scripts, nested. */
function bodyFor(call: DocumentedCall, world: World): fc.Arbitrary<Record<string, unknown>> {
  const properties = call.body!.schema.properties as Record<string, unknown>
  const right = aRight(call, world)
  const odd = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.constantFrom(
      "",
      " ",
      "null",
      "-1",
      "0",
      "1e309",
      "NaN",
      "../../etc/passwd",
      "' or 1=1 --",
      "<script>",
      "\ud800",
      "a".repeat(5000),
    ),
    fc.double(),
    fc.integer(),
    fc.bigInt().map(String),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 4 }),
    fc.jsonValue({ maxDepth: 3 }),
    fc.uuid(),
  )
  const fields = Object.keys(properties).map((name) => [
    name,
    fc.oneof({ weight: 3, arbitrary: fc.constant(right[name]) }, { weight: 2, arbitrary: odd }),
  ])
  const known = fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: [],
  })
  return fc.oneof(
    { weight: 8, arbitrary: known },
    {
      weight: 1,
      arbitrary: fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 6 }),
    },
  )
}

function aRight(call: DocumentedCall, world: World): Record<string, unknown> {
  const { body } = aSample(call, world.own)
  return body instanceof FormData ? Object.fromEntries(body) : (body as Record<string, unknown>)
}

function toSend(call: DocumentedCall, body: Record<string, unknown>): unknown {
  if (call.body!.types.includes("application/json")) return body
  const form = new FormData()
  for (const [name, value] of Object.entries(body))
    if (value !== undefined) form.append(name, value instanceof Blob ? value : asText(value))
  return form
}

/** A form can only send text: a list, or an object without a prototype, is sent as its JSON. */
const asText = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""))
