import { readdir } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import { HSTS } from "./security-headers.ts"
import { withParsableUrl } from "./with-parsable-url.ts"

/** Compressed at build time; in the order of preference. */
export const ENCODINGS = [
  { encoding: "br", suffix: ".br" },
  { encoding: "gzip", suffix: ".gz" },
] as const

interface StaticFile {
  path: string
  headers: Record<string, string>
  variants: { encoding: string; path: string }[]
}

export interface StaticFiles {
  /** The file at the request's path; undefined if it does not exist. */
  answer(request: Request): Response | undefined
}

/** Lists the built files once: a path that is not in the list never reaches the disk. */
export async function readStaticFiles(folder: string): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = new Set(
    entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)),
  )
  for (const path of paths) {
    const url = `/${relative(folder, path).split(sep).join("/")}`
    if (!url.includes("/.") && !/\.(br|gz)$/.test(url)) files.set(url, describe(url, path, paths))
  }
  return { answer: (request) => answer(files, request) }
}

function describe(url: string, path: string, all: ReadonlySet<string>): StaticFile {
  const variants = ENCODINGS.map(({ encoding, suffix }) => ({ encoding, path: path + suffix })).filter((v) =>
    all.has(v.path),
  )
  return {
    path,
    variants,
    headers: { ...headersOf(url), ...(variants.length > 0 ? { vary: "accept-encoding" } : {}) },
  }
}

/** The headers of a file, by its URL. */
export const headersOf = (url: string): Record<string, string> => ({
  "content-type": Bun.file(url).type,
  // Names under /assets/ carry a hash of their content, so they never change.
  "cache-control": url.startsWith("/assets/")
    ? "public, max-age=31536000, immutable"
    : "public, max-age=3600",
  // Files outside of it, such as an icon, are also shown on other sites.
  ...(url.startsWith("/assets/") ? { "cross-origin-resource-policy": "same-origin" } : {}),
  "x-content-type-options": "nosniff",
})

function answer(files: Map<string, StaticFile>, request: Request): Response | undefined {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined
  const file = files.get(new URL(withParsableUrl(request).url).pathname)
  if (!file) return undefined
  const accepted = request.headers.get("accept-encoding") ?? ""
  const variant = file.variants.find(({ encoding }) => accepted.includes(encoding))
  const headers = {
    ...file.headers,
    ...(variant ? { "content-encoding": variant.encoding } : {}),
    ...(request.url.startsWith("https:") ? HSTS : {}),
  }
  return new Response(Bun.file(variant?.path ?? file.path), { headers })
}
