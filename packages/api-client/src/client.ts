import createFetchClient, { type ClientOptions } from "openapi-fetch"
import type { Problem, paths } from "./schema.ts"

export type * from "./schema.ts"

export type ApiClient = ReturnType<typeof createApiClient>

/**
 * A client for the Pushcart site at `url`: every call of its OpenAPI document by method and path, with the document's
 * types.
 */
export function createApiClient(url: string, options: Pick<ClientOptions, "fetch" | "headers"> = {}) {
  return createFetchClient<paths>({ baseUrl: `${url}/api/v1`, bodySerializer, ...options })
}

/** Thrown for a call that was rejected; `problem` says why, in the format of RFC 9457. */
export class ProblemError extends Error {
  readonly problem: Problem

  constructor(problem: Problem, url: string) {
    super(`${url} answers ${problem.status} ${problem.code}: ${problem.detail}`)
    this.problem = problem
  }
}

/**
 * A call's response, for callers that prefer catching a problem to checking for one.
 *
 * @throws ProblemError
 */
export async function answerOf<Answer>(
  call: Promise<{ data?: Answer; error?: Problem; response: Response }>,
): Promise<Answer> {
  const { data, error, response } = await call
  if (error) throw new ProblemError(error, response.url)
  return data as Answer
}

/** A form if there are files, otherwise JSON. */
function bodySerializer(body: unknown): FormData | string {
  const fields = Object.entries(body as Record<string, unknown>).map(
    ([name, value]) => [name, [value].flat()] as const,
  )
  if (!fields.some(([, values]) => values[0] instanceof Blob)) return JSON.stringify(body)
  const form = new FormData()
  for (const [name, values] of fields) for (const value of values) form.append(name, value as string | Blob)
  return form
}
