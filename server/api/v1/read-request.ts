import { createHash } from "node:crypto"
import type { Context } from "hono"
import { HTTPException } from "hono/http-exception"
import { ZodRealError, type z } from "zod"
import type { BodyType, Operation } from "./operation.ts"

const JSON_BYTES = 64 * 1024

/** The largest body that a call accepts, in bytes; JSON_BYTES unless the call sets its own limit. */
export const largestBodyOf = (op: Pick<Operation, "largestBodyBytes">) => op.largestBodyBytes ?? JSON_BYTES
export const bodyTypesOf = (op: Pick<Operation, "bodyTypes">): readonly BodyType[] => op.bodyTypes ?? ["json"]

/** Parses the body, JSON or form; 415 for another type, 400 for a malformed body. */
export async function readBody(c: Context, op: Operation): Promise<Record<string, unknown>> {
  const type = (c.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? ""
  const accepted = bodyTypesOf(op)
  if (type === "multipart/form-data" || type === "application/x-www-form-urlencoded") {
    if (!accepted.includes("form")) throw unsupported(accepted)
    return wellFormed(await c.req.parseBody({ all: true }).catch(() => Promise.reject(unreadable()))) as never
  }
  if (type === "application/json" && accepted.includes("json")) return parseJson(await c.req.text())
  // Several of the specification's calls send no body, and therefore no content type.
  if (type === "" && (await c.req.text()) === "") return {}
  throw unsupported(accepted)
}

/** Validates against the schema; an issue names the field as the client sent it. */
export async function check<S extends z.ZodType>(schema: S | undefined, sent: unknown): Promise<z.output<S>> {
  if (!schema) return undefined as z.output<S>
  const parsed = await schema.safeParseAsync(sent)
  if (parsed.success) return parsed.data
  // Not ZodError: in zod 4 only this one is a real Error, which Hono requires.
  throw new ZodRealError(parsed.error.issues)
}

/** Parameters and query, cleaned so that a database can store them. */
export const texts = (sent: Record<string, string>) => wellFormed(sent) as Record<string, string>

/** Fields that are not even stored hashed: a fast hash of a short secret can be guessed. */
const SECRET = /password|ssn|dob|accountnumber/i

/** The request in the form that is compared under an idempotency key: files by their hash, without secrets. */
export async function comparable(sent: unknown): Promise<unknown> {
  if (sent instanceof File)
    return createHash("sha256")
      .update(new Uint8Array(await sent.arrayBuffer()))
      .digest("base64url")
  if (Array.isArray(sent)) return Promise.all(sent.map(comparable))
  if (typeof sent !== "object" || sent === null) return sent
  const open = Object.entries(sent).filter(([name]) => !SECRET.test(name))
  const entries = open.map(async ([name, value]) => [name, await comparable(value)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

function parseJson(text: string): Record<string, unknown> {
  let body: unknown
  try {
    body = JSON.parse(text || "{}")
  } catch {
    throw unreadable()
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw unreadable()
  return wellFormed(body) as Record<string, unknown>
}

/**
 * PostgreSQL's text cannot hold NUL and its JSON cannot hold half of a surrogate pair: NUL is removed, as in forms, and
 * half a pair is replaced, as browsers do it.
 */
function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "").replace(/\p{Surrogate}/gu, "\uFFFD")
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== "object" || value === null || value instanceof Blob) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, wellFormed(inner)]))
}

const unreadable = () => new HTTPException(400, { message: "The request cannot be read." })
const unsupported = (accepted: readonly BodyType[]) =>
  new HTTPException(415, {
    message: accepted.includes("form")
      ? "Send this as multipart/form-data."
      : "Send this as application/json.",
  })
