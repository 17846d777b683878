import { eq, or } from "drizzle-orm"
import { recordAudit } from "#core/approvals/record-audit.server.ts"
import type { AdminContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { isPublic } from "#core/ports/images.ts"
import { images, markets } from "#db/schema/index.ts"

/** Long enough for a slow connection to load the image, too short to share the link. */
const LINK_SECONDS = 60
/** The width of public images in the admin's view, in CSS pixels. */
const PUBLIC_WIDTH = 1280

/**
 * Returns the URL of one image for an admin. For a private image the link expires after a minute, and the view is
 * written to the audit log first. Throws `not_found` for deleted images.
 */
export async function openImage(ctx: AdminContext, imageId: string): Promise<string> {
  if (!isId(imageId)) throw notFound("This photo")
  const [image] = await ctx.db.select().from(images).where(eq(images.id, imageId))
  if (!image || image.deletedAt) throw notFound("This photo")
  const address = { container: image.container, name: image.name }
  if (isPublic(image.container)) return ctx.ports.images.url(address, PUBLIC_WIDTH)
  await recordAudit(ctx, ctx.db, {
    action: "image.viewed",
    subjectType: "image",
    subjectId: image.id,
    details: { picture: await whichImage(ctx, image.id), ownerId: image.ownerId },
  })
  return ctx.ports.images.privateUrl(address, new Date(ctx.now().getTime() + LINK_SECONDS * 1000))
}

/** The audit log's name for a private image: couriers upload one, sellers two. */
async function whichImage(ctx: AdminContext, id: string): Promise<string> {
  const [market] = await ctx.db
    .select({ ownerPhotoId: markets.ownerPhotoId })
    .from(markets)
    .where(or(eq(markets.ownerPhotoId, id), eq(markets.certificateId, id)))
  if (!market) return "photo"
  return market.ownerPhotoId === id ? "owner ID" : "certificate"
}
