import { inArray } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { type ImageAddress, isPublic } from "#core/ports/images.ts"
import { images } from "#db/schema/index.ts"

/** Long enough for a slow connection to fetch it with its page, too short to be passed on. */
const LINK_SECONDS = 300
/** As wide as a thumbnail on a dense screen, in pixels. */
const WIDTH = 192

/**
 * Where a person sees images that they sent themselves, by id; private ones by links that end in five minutes. Whose
 * they are is the caller's affair. Images that were deleted, or whose time is over, are not among them.
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
