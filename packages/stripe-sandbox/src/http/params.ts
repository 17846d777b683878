import { z } from "zod"
import { invalidRequest, missingParam, type StripeError } from "./errors.ts"

// Form bodies are text only; these schemas convert the text to the parameter's type.
export const text = z.string().max(5000)
export const whole = z
  .string()
  .regex(/^-?\d+$/, "Invalid integer")
  .transform(Number)
export const flag = z.enum(["true", "false"]).transform((value) => value === "true")
/** An empty string unsets a field, and so does an empty `metadata`. */
export const metadata = z.union([z.literal(""), z.record(z.string(), z.string().max(500))])
export const currency = z
  .string()
  .toLowerCase()
  .refine((value) => value === "usd", "Invalid currency: this sandbox knows only usd")
export const address = z.strictObject({
  city: text.optional(),
  country: text.optional(),
  line1: text.optional(),
  line2: text.optional(),
  postal_code: text.optional(),
  state: text.optional(),
})
export const shipping = z.strictObject({
  address,
  name: text.optional(),
  phone: text.optional(),
  carrier: text.optional(),
  tracking_number: text.optional(),
})
/** Stripe rejects a part of a statement's text without a letter, or with one of these characters. */
export const statementSuffix = text
  .max(22)
  .regex(
    /^(?=.*[A-Za-z])[^<>\\'"*]+$/,
    "The statement descriptor suffix needs a letter and none of < > \\ ' \" *",
  )
export const nothing = z.strictObject({})

export type Metadata = Record<string, string>

/** Merges metadata as Stripe does: an empty value removes its key, an empty `metadata` removes all keys. */
export function mergeMetadata(
  before: Metadata | null | undefined,
  change?: z.output<typeof metadata>,
): Metadata {
  if (change === "") return {}
  const merged = { ...before, ...change }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ""))
}

export function fullAddress(given: z.output<typeof address> | undefined) {
  return {
    city: given?.city ?? null,
    country: given?.country ?? null,
    line1: given?.line1 ?? null,
    line2: given?.line2 ?? null,
    postal_code: given?.postal_code ?? null,
    state: given?.state ?? null,
  }
}

/** Validates parameters against an endpoint's schema. Throws the first error in Stripe's wording. */
export function parseParams<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  throw asStripeError(parsed.error, raw)
}

function asStripeError(error: z.ZodError, raw: unknown): StripeError {
  const issue = deepest(error.issues[0])
  if (!issue) return invalidRequest("Invalid request.")
  if (issue.code === "unrecognized_keys") {
    const param = bracketed([...issue.path, issue.keys[0] ?? ""])
    return invalidRequest(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param })
  }
  const param = bracketed(issue.path)
  const value = valueAt(raw, issue.path)
  if (value === undefined) return missingParam(param)
  if (issue.message === "Invalid integer") {
    return invalidRequest(`Invalid integer: ${String(value)}`, { code: "parameter_invalid_integer", param })
  }
  return invalidRequest(`Invalid ${param}: ${issue.message}`, { param })
}

/** Returns the issue of the union's branch that matched furthest, because a union itself reports only one issue. */
function deepest(issue: z.core.$ZodIssue | undefined): z.core.$ZodIssue | undefined {
  if (issue?.code !== "invalid_union") return issue
  const branches = issue.errors.flat().map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
  branches.sort((a, b) => b.path.length - a.path.length)
  return branches[0] ? deepest(branches[0]) : issue
}

function bracketed(path: PropertyKey[]): string {
  const [head, ...rest] = path.map(String)
  return `${head ?? ""}${rest.map((part) => `[${part}]`).join("")}`
}

function valueAt(raw: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? Reflect.get(value, key as string) : undefined,
    raw,
  )
}
