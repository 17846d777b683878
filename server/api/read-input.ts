import type { Context } from "hono"
import { HTTPException } from "hono/http-exception"
import { ZodRealError, type z } from "zod"

/** The specification's name of a field → ours. */
type Names = Readonly<Record<string, string>>

/**
 * The body of a request, JSON or form, checked by the schema that the form of the same input uses. `names` maps the
 * API's names to ours, and errors come back under the names that were sent. Fields it does not know are dropped.
 */
export async function readInput<S extends z.ZodType>(
  c: Context,
  schema: S,
  names: Names = {},
): Promise<z.output<S>> {
  const sent = await readBody(c)
  const renamed = Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [names[name] ?? name, value]),
  )
  const parsed = await schema.safeParseAsync(renamed)
  if (parsed.success) return parsed.data
  const sentNames = new Map(Object.entries(names).map(([theirs, ours]) => [ours, theirs]))
  // Not ZodError: zod 4 makes only this one a real Error, which Hono asks for.
  throw new ZodRealError(
    parsed.error.issues.map((issue) => ({
      ...issue,
      path: issue.path.map((part, depth) => (depth === 0 ? (sentNames.get(String(part)) ?? part) : part)),
    })),
  )
}

async function readBody(c: Context): Promise<Record<string, unknown>> {
  const type = c.req.header("content-type") ?? ""
  if (type.startsWith("multipart/form-data") || type.startsWith("application/x-www-form-urlencoded"))
    return c.req.parseBody({ all: true })
  const text = await c.req.text()
  try {
    const body: unknown = JSON.parse(text || "{}")
    if (typeof body === "object" && body !== null && !Array.isArray(body))
      return body as Record<string, unknown>
  } catch {
    // Falls through: not JSON is answered like JSON of the wrong kind.
  }
  throw new HTTPException(400, { message: "The body is not a JSON object." })
}
