import { inArray } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { type ImageAddress, isPublic } from "#core/ports/images.ts"
import { images } from "#db/schema/index.ts"

/** Long enough for a slow connection to load the image with its page, too short to share the link. */
const LINK_SECONDS = 300
/** The width of a thumbnail on a high-density screen, in pixels. */
const WIDTH = 192

/**
 * URLs, by id, of images that a person uploaded; links to private ones expire after five minutes. The caller checks
 * whose images they are. Deleted and expired images are left out.
 */
export async function viewOwnImages(ctx: Context, ids: readonly string[]): Promise<Map<string, string>> {
  const urls = new Map<string, string>()
  if (ids.length === 0) return urls
  const now = ctx.now()
  const rows = await ctx.db
    .select()
    .from(images)
    .where(inArray(images.id, [...ids]))
  for (const { id, container, name, deletedAt, deleteAfter } of rows)
    if (!deletedAt && !(deleteAfter && deleteAfter <= now))
      urls.set(id, await urlOf(ctx, { container, name }))
  return urls
}

function urlOf({ ports, now }: Context, address: ImageAddress): string | Promise<string> {
  if (isPublic(address.container)) return ports.images.url(address, WIDTH)
  return ports.images.privateUrl(address, new Date(now().getTime() + LINK_SECONDS * 1000))
}
