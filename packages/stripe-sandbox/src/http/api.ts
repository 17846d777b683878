import type { Context, Hono } from "hono"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import { z } from "zod"
import { newId } from "../ids.ts"
import { PLATFORM } from "../store/store.ts"
import type { World } from "../world.ts"
import { authenticate, type Key, needsSecretKey } from "./authenticate.ts"
import { noAccess, StripeError } from "./errors.ts"
import { keepReply, type Reply, replayReply } from "./idempotency.ts"
import { parseParams } from "./params.ts"
import { type Parameters, readParameters } from "./read-parameters.ts"
import { view } from "./view.ts"

/** One request to one endpoint, with validated parameters. */
export interface Call<P = unknown> {
  world: World
  /** The connected account that `Stripe-Account` names, or the platform. */
  account: string
  key: Key
  params: P
  id: string
  sub: string
  url: string
}

interface Options {
  /** Whether a browser may call it with the publishable key. */
  browser?: boolean
}

type Method = "get" | "post" | "delete"
type Run<P> = (call: Call<P>) => unknown

/** Registers Stripe's endpoints: each is a path, the schema of its parameters, and a handler. */
export class Api {
  constructor(
    readonly hono: Hono,
    readonly world: World,
  ) {}

  get<S extends z.ZodType>(path: string, schema: S, run: Run<z.output<S>>, options: Options = {}) {
    this.route("get", path, schema, run, options)
  }

  post<S extends z.ZodType>(path: string, schema: S, run: Run<z.output<S>>, options: Options = {}) {
    this.route("post", path, schema, run, options)
  }

  delete<S extends z.ZodType>(path: string, schema: S, run: Run<z.output<S>>) {
    this.route("delete", path, schema, run, {})
  }

  private route<S extends z.ZodType>(
    method: Method,
    path: string,
    schema: S,
    run: Run<z.output<S>>,
    options: Options,
  ) {
    this.hono.on(method.toUpperCase(), path, async (context) => {
      const requestId = newId("req")
      const reply = await this.answer(context, requestId, schema, run, options)
      this.world.wake()
      return context.body(reply.body, reply.status as ContentfulStatusCode, {
        "content-type": "application/json",
        "request-id": requestId,
        ...(reply.replayed ? { "idempotent-replayed": "true" } : {}),
      })
    })
  }

  private async answer<S extends z.ZodType>(
    context: Context,
    requestId: string,
    schema: S,
    run: Run<z.output<S>>,
    options: Options,
  ): Promise<Reply> {
    try {
      const raw = await readParameters(context)
      const key = authenticate(this.world.settings, context.req.header("authorization"), raw.params.key)
      if (key === "publishable" && !options.browser) throw needsSecretKey()
      delete raw.params.key
      const account = this.actingAccount(context.req.header("stripe-account"))
      const idempotencyKey = context.req.method === "POST" ? context.req.header("idempotency-key") : undefined
      const request = { id: requestId, idempotency_key: idempotencyKey ?? null }
      return this.world.store.transaction(() => {
        const earlier = idempotencyKey && replayReply(this.world, account, idempotencyKey, raw.fingerprint)
        if (earlier) return earlier
        const reply = this.run(context, request, { key, account }, raw, schema, run)
        if (idempotencyKey) keepReply(this.world, account, idempotencyKey, raw.fingerprint, reply)
        return reply
      })
    } catch (error) {
      return errorReply(error)
    } finally {
      this.world.request = null
    }
  }

  private run<S extends z.ZodType>(
    context: Context,
    request: World["request"],
    caller: { key: Key; account: string },
    raw: Parameters,
    schema: S,
    run: Run<z.output<S>>,
  ): Reply {
    this.world.request = request
    const { expand = [], ...given } = raw.params
    const call: Call<z.output<S>> = {
      world: this.world,
      ...caller,
      params: parseParams(schema, given),
      id: context.req.param("id") ?? "",
      sub: context.req.param("sub") ?? "",
      url: context.req.path,
    }
    try {
      const result = run(call)
      return { status: 200, body: JSON.stringify(view(this.world, result, parseParams(expandParam, expand))) }
    } catch (error) {
      if (error instanceof StripeError && error.keep) return errorReply(error)
      throw error
    }
  }

  private actingAccount(header: string | undefined): string {
    if (!header) return PLATFORM
    if (this.world.store.find("account", header)) return header
    throw noAccess(header)
  }
}

const expandParam = z.array(z.string())

function errorReply(error: unknown): Reply {
  if (error instanceof StripeError) {
    return { status: error.status, body: JSON.stringify({ error: error.fields }) }
  }
  console.error(error)
  const fields = { type: "api_error", message: "The sandbox failed; its log says why." }
  return { status: 500, body: JSON.stringify({ error: fields }) }
}
