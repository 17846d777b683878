import { Hono } from "hono"
import sharp from "sharp"

const SECRET = "the-secret"

// Cloudinary's library chooses http or https when it is loaded, by this variable alone.
process.env.CLOUDINARY_URL = "cloudinary://key:secret@cloud?upload_prefix=http://127.0.0.1"
const { v2: cloudinary } = await import("cloudinary")

/** The part of Cloudinary's upload API that we call. It rejects requests not signed with the account's secret. */
export async function startCloudinary() {
  const kept = new Map<string, Uint8Array>()
  const uploads: Record<string, unknown>[] = []
  const explicits: Record<string, unknown>[] = []
  const isSigned = ({ signature, api_key, ...parameters }: Record<string, unknown>) =>
    api_key === "key" && signature === cloudinary.utils.api_sign_request(parameters, SECRET)
  const app = new Hono()
  app.post("/v1_1/stall/image/:action", async (c) => {
    const { file, ...fields } = await c.req.parseBody()
    if (!isSigned(fields)) return c.json({ error: { message: "Invalid Signature" } }, 401)
    const id = `${fields.type}/${fields.public_id}`
    const action = c.req.param("action")
    if (action === "upload" && file instanceof File) {
      kept.set(id, new Uint8Array(await file.arrayBuffer()))
      uploads.push(fields)
    }
    if (action === "explicit") explicits.push(fields)
    if (action === "destroy") return c.json({ result: kept.delete(id) ? "ok" : "not found" })
    const bytes = kept.get(id)
    if (!bytes) return c.json({ error: { message: "Resource not found" } }, 404)
    const { width, height } = await sharp(bytes).metadata()
    return c.json({ public_id: fields.public_id, width, height })
  })
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: app.fetch })
  const prefix = encodeURIComponent(`http://127.0.0.1:${server.port}`)
  return {
    url: `cloudinary://key:${SECRET}@stall?upload_prefix=${prefix}`,
    uploads,
    explicits,
    isSigned,
    close: () => server.stop(true),
  }
}
