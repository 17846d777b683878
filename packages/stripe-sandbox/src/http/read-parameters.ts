import type { Context } from "hono"
import qs from "qs"
import { invalidRequest } from "./errors.ts"

export interface Parameters {
  params: Record<string, unknown>
  /** Identifies the request's contents, for idempotency keys. */
  fingerprint: string
}

const DEEP = { depth: 12, arrayLimit: 1000, parameterLimit: 10_000 }

/** Reads a query string, a form with nested brackets, or a multipart form whose file is returned as a File. */
export async function readParameters(context: Context): Promise<Parameters> {
  const { method, path } = context.req
  const url = new URL(context.req.url)
  if (method === "GET" || method === "DELETE") {
    return { params: qs.parse(url.search.slice(1), DEEP), fingerprint: "" }
  }
  const type = context.req.header("content-type") ?? "application/x-www-form-urlencoded"
  if (type.startsWith("multipart/form-data")) return readMultipart(context)
  if (!type.startsWith("application/x-www-form-urlencoded")) {
    throw invalidRequest("Invalid content type: v1 takes application/x-www-form-urlencoded.")
  }
  const body = await context.req.text()
  return { params: qs.parse(body, DEEP), fingerprint: `${method} ${path} ${body}` }
}

async function readMultipart(context: Context): Promise<Parameters> {
  const form = await context.req.formData()
  const params: Record<string, unknown> = {}
  let fingerprint = context.req.path
  for (const [name, value] of form) {
    const file = value as string | File
    if (typeof file === "string") params[name] = file
    else params[name] = { name: file.name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) }
    fingerprint += ` ${name}=${typeof file === "string" ? file : `${file.name}:${file.size}`}`
  }
  return { params, fingerprint }
}
