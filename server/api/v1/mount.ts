import { Hono, type Context as HonoContext } from "hono"
import { bodyLimit } from "hono/body-limit"
import { createMiddleware } from "hono/factory"
import { HTTPException } from "hono/http-exception"
import type { z } from "zod"
import type { Actor } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { answerOnce } from "#core/idempotency.server.ts"
import { tellSecurity } from "#core/security-log.server.ts"
import type { Runtime } from "#server/compose.ts"
import { clientAddress } from "#server/http/client-address.ts"
import type { HttpEnv } from "#server/http/http-env.ts"
import { checkOrigin } from "../check-origin.ts"
import { lastingProblem, renamingField } from "../problem.ts"
import type { Operation } from "./operation.ts"
import { check, comparable, largestBodyOf, readBody, texts } from "./read-request.ts"

type OperationEnv = HttpEnv & { Variables: { actor: Actor } }

/** Hono's routes for a list of operations: access, body size, validation, handler, response. */
export function mount(runtime: Runtime, operations: readonly Operation[]): Hono<HttpEnv> {
  const api = new Hono<HttpEnv>()
  for (const op of operations) {
    const paths = [op.path, ...(op.alsoAt ?? [])].map((path) => path.replace(/\{(\w+)\}/g, ":$1"))
    api.on(
      op.method.toUpperCase(),
      paths,
      checkOrigin(op),
      guard(op),
      bodyLimit({ maxSize: largestBodyOf(op), onError: () => Promise.reject(tooLarge()) }),
      (c) => answer(runtime, op, c as never),
    )
  }
  return api
}

/** Returns 401 without a session and 403 for another role; public calls get an anonymous actor. */
function guard(op: Operation) {
  return createMiddleware<OperationEnv>(async (c, next) => {
    if (op.roles === "anyone") c.set("actor", { role: "anonymous" })
    else {
      const { session } = await c.get("caller")()
      if (!session) throw notLoggedIn()
      const { role, userId } = session.actor
      if (!op.roles.includes(role)) {
        tellSecurity("access.denied", { role, userId })
        throw new HTTPException(403, { message: "This is for others than you are logged in as." })
      }
      c.set("actor", session.actor)
    }
    c.header("Cache-Control", "no-store")
    await next()
  })
}

type Sent = Parameters<Operation["handle"]>[0]["http"]

async function answer(runtime: Runtime, op: Operation, c: Sent) {
  const known = c as unknown as HonoContext<OperationEnv>
  const ctx = runtime.contextFor(known.get("actor"))
  const { actor } = ctx
  const params = await check(op.params, texts(c.req.param() as Record<string, string>))
  const query = await check(op.query, texts(c.req.query()))
  const sent = op.body ? await readBody(c, op) : undefined
  const body = await check(op.body as z.ZodType | undefined, sent)
  const idempotencyKey = op.idempotency ? keyOf(c.req.header("idempotency-key")) : undefined
  const call = { ctx, params, query, body, runtime, http: c, idempotencyKey } as never
  // The domain uses its own field names; the client sees the names that it sent.
  const theirName = renamingField((field) => (field ? op.fieldNames?.[field] : undefined))
  const run = () => (op.handle(call) as Promise<unknown>).catch(theirName)
  if (!idempotencyKey || op.idempotency !== "answer") return told(c, await run(), op.status)
  const scope = "userId" in actor ? `${actor.role}:${actor.userId}` : `anonymous:${clientAddress(c.req.raw)}`
  const request = await comparable({ params, query, sent })
  const keyed = { scope, command: `${op.method} ${op.path}`, key: idempotencyKey, request }
  const kept = await answerOnce(
    ctx,
    keyed,
    async () => ({ status: op.status as number, body: await run() }),
    lastingProblem,
  )
  if (kept.repeated) c.header("Idempotent-Replayed", "true")
  const { status, body: answered } = kept.answer
  if (status === op.status) return told(c, answered, op.status)
  return new Response(JSON.stringify(answered), {
    status,
    headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store" },
  })
}

function told(c: Sent, body: unknown, status: Operation["status"]): Response {
  return c.body(JSON.stringify(body) ?? "", status, { "Content-Type": "application/json" })
}

/** Any text is a valid key; its maximum length is that of Stripe's keys. */
function keyOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (header.length < 1 || header.length > 255)
    throw new DomainError("invalid", "An Idempotency-Key has 1 to 255 characters.", "Idempotency-Key")
  return header
}

const notLoggedIn = () => new HTTPException(401, { message: "Please log in." })
const tooLarge = () => new HTTPException(413, { message: "The body is too large." })
