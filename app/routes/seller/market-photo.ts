import { z } from "zod"
import { bytesOf } from "#app/forms/chosen-file.ts"
import { submitByScript } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import type { PhotoAnswer } from "#app/ui/photos/send-photo.ts"
import { addMarketPhoto } from "#core/market/market-photos.server.ts"
import type { Route } from "./+types/market-photo.ts"

const input = z.object({ idempotencyKey: z.string().optional(), image: z.instanceof(File) })

/** Called by the script of the market's photos; forms without JavaScript post to the market's page. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const ctx = requireContext(context, "seller")
  return submitByScript(
    request,
    input,
    async ({ idempotencyKey, image }): Promise<PhotoAnswer> => {
      await addMarketPhoto(ctx, { bytes: await bytesOf(image), idempotencyKey })
      return {}
    },
    { unreadable: { message: "Choose a photo." }, rejected: (message) => ({ message }) },
  )
}
