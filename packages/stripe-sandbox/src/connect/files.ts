import { z } from "zod"
import type { Api, Call } from "../http/api.ts"
import { invalidRequest } from "../http/errors.ts"
import { listOf, listParams } from "../http/lists.ts"
import { nothing, text } from "../http/params.ts"
import { newId } from "../ids.ts"
import type { Documents } from "../store/documents.ts"

const TYPES: Record<string, string> = { "image/jpeg": "jpg", "image/png": "png", "application/pdf": "pdf" }
const MOST_BYTES = 16 * 1024 * 1024

const createParams = z.strictObject({
  file: z.object({ name: z.string(), type: z.string(), bytes: z.instanceof(Uint8Array) }),
  purpose: z.enum([
    "account_requirement",
    "additional_verification",
    "business_icon",
    "business_logo",
    "dispute_evidence",
    "identity_document",
  ]),
})

/** File uploads. The sandbox records the size and drops the bytes, so that it stores nobody's documents. */
export function fileRoutes(api: Api): void {
  api.post("/v1/files", createParams, createFile, { browser: true })
  api.get("/v1/files", listParams.extend({ purpose: text.optional() }), (call) =>
    listOf(call, "file", { purpose: call.params.purpose }),
  )
  api.get("/v1/files/:id", nothing, ({ world, account, id }) => world.store.get("file", id, account))
}

function createFile({ world, account, params }: Call<z.output<typeof createParams>>): Documents["file"] {
  const { file, purpose } = params
  const [mime = ""] = file.type.split(";")
  const type = TYPES[mime] ?? TYPES[sniffed(file.bytes)]
  if (!type) {
    throw invalidRequest("The file must be a JPEG, a PNG or a PDF.", { param: "file" })
  }
  if (file.bytes.length > MOST_BYTES)
    throw invalidRequest("The file is larger than 16 MB.", { param: "file" })
  return world.store.insert(
    {
      id: newId("file"),
      object: "file" as const,
      created: world.now(),
      expires_at: null,
      filename: file.name,
      links: { object: "list", data: [], has_more: false, url: "/v1/file_links" },
      purpose,
      size: file.bytes.length,
      title: null,
      type,
      url: null,
    },
    account,
  )
}

function sniffed(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.slice(0, 4))
  if (start === "\x89PNG") return "image/png"
  if (start === "%PDF") return "application/pdf"
  return start.startsWith("\xff\xd8") ? "image/jpeg" : ""
}
