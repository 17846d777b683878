import type { Context as HonoContext } from "hono"
import type { z } from "zod"
import type { AnonymousActor, Context, PersonActor } from "#core/context.ts"
import type { ErrorCode } from "#core/errors.ts"
import type { Role } from "#core/identity/roles.ts"
import type { Runtime } from "#server/compose.ts"
import type { HttpEnv } from "#server/http/http-env.ts"

export type Method = "get" | "post" | "put" | "delete"
/**
 * The accepted content types of a body. `form` covers multipart and URL-encoded forms; only multipart can carry files.
 */
export type BodyType = "json" | "form"

type ActorOf<R extends Role | "anyone"> = R extends Role ? PersonActor<R> : AnonymousActor

/** The groups of the API's calls. */
export const TAGS = {
  "Customer auth": "Registering and signing in as a customer.",
  Seller: "A seller's registration, sign-in, payout account and subscription.",
  Express: "Deliverers: registration, sign-in, payout account, and the deliveries they take.",
  Admin: "Reviewing applicants who want to sell or deliver.",
  Email: "Sending links for a new password, and confirming email addresses.",
  "Markets and products": "Finding markets and products; a seller's own products.",
  "Cart and payment": "The customer's cart, and paying for it.",
  Orders: "Orders, for the customer who placed them and the seller who fulfills them.",
  Shipping: "An order's address and its delivery.",
  Notifications: "The notifications of sellers and customers.",
  Account: "Exporting a person's data and deleting their account.",
  Pages: "Calls that the site's own pages make.",
}

/** A handler's arguments: everything parsed, and nothing of HTTP that it does not need. */
export type Call<R extends Role | "anyone", P, Q, B> = {
  ctx: Context<ActorOf<R>>
  params: P
  query: Q
  body: B
  runtime: Runtime
  /** For the few that set cookies or need the client's address. */
  http: HonoContext<HttpEnv>
  idempotencyKey: string | undefined
}

/**
 * One call of the API, with its documentation (the OpenAPI document and docs/api.md) and its implementation (the
 * route). Both come from this one value, so no call can be undocumented.
 */
export type Operation = {
  method: Method
  /** In OpenAPI's form: `/order/orderdetails/{id}`. */
  path: string
  /** Additional paths of the operation that the specification's clients use. */
  alsoAt?: readonly string[]
  tag: keyof typeof TAGS
  summary: string
  description?: string
  roles: readonly Role[] | "anyone"
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  bodyTypes?: readonly BodyType[]
  largestBodyBytes?: number
  status: 200 | 201
  answer: z.ZodType
  /** Its error codes, beyond those of every call. */
  rejections: readonly ErrorCode[]
  /** Maps our field names to the specification's, for the domain's validation errors. */
  fieldNames?: Readonly<Record<string, string>>
  /** What stores the response of a POST under its Idempotency-Key: this layer, or the command itself. */
  idempotency?: "answer" | "command"
  /** A GET that changes something: its origin is checked like a POST's. */
  changes?: boolean
  /** Set if the path is our own and not in the specification. */
  ours?: boolean
  /** For docs/api.md: the page that uses the same command or query; "command (step)" if both share a step of it. */
  page: string
  command: string
  handle(call: Call<never, unknown, unknown, unknown>): Promise<unknown>
}

type Spec<
  R extends Role | "anyone",
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  A extends z.ZodType,
> = Omit<Operation, "roles" | "params" | "query" | "body" | "answer" | "status" | "rejections" | "handle"> & {
  /** `["anyone"]` for a public call. */
  roles: readonly R[]
  params?: P
  query?: Q
  body?: B
  answer: A
  status?: 200 | 201
  rejections?: readonly ErrorCode[]
  handle(call: Call<R, z.output<P>, z.output<Q>, z.output<B>>): Promise<z.input<A>>
}

/** Declares a call; the handler's types come from its schemas. */
export function operation<
  R extends Role | "anyone",
  A extends z.ZodType,
  P extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Q extends z.ZodObject = z.ZodObject<Record<never, never>>,
  B extends z.ZodType = z.ZodUndefined,
>(spec: Spec<R, P, Q, B, A>): Operation {
  const roles = spec.roles.filter((role): role is R & Role => role !== "anyone")
  return { status: 200, rejections: [], ...spec, roles: roles.length > 0 ? roles : "anyone" } as Operation
}
