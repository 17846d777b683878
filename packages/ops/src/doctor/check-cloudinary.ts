import { z } from "zod"
import { ask, type Endpoints, type Finding, off, type ReadableSettings, works, wrong } from "./finding.ts"

const SERVICE = "Cloudinary"
const answer = z.union([z.object({ status: z.literal("ok") }), z.object({ error: z.object({}) })])

/** Calls the Admin API's ping. */
export async function checkCloudinary(settings: ReadableSettings, endpoints: Endpoints): Promise<Finding> {
  const address = settings.CLOUDINARY_URL
  if (!address)
    return off(
      SERVICE,
      "not configured: pictures are kept in a bucket, or on disk in DATA_DIR (CLOUDINARY_URL).",
    )
  const { hostname, username, password } = new URL(address)
  const url = new URL(`/v1_1/${hostname}/ping`, endpoints.cloudinary ?? "https://api.cloudinary.com")
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const init = { headers: { authorization: `Basic ${Buffer.from(login).toString("base64")}` } }
  return ask(SERVICE, { url, init, schema: answer, alsoReads: [401, 403, 404] }, (found) =>
    "status" in found
      ? works(SERVICE, "answers.")
      : wrong(
          SERVICE,
          "rejects CLOUDINARY_URL.",
          "Copy it again from the console's page of API keys: cloudinary://KEY:SECRET@CLOUD.",
        ),
  )
}
