import { z } from "zod"
import { bytesOf } from "#app/forms/chosen-file.ts"
import { submitByScript } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import type { PhotoAnswer } from "#app/ui/photos/send-photo.ts"
import { addProductImage } from "#core/catalog/product-images.server.ts"
import { addDraftImage } from "#core/catalog/product-wizard.server.ts"
import type { Route } from "./+types/product-photo.ts"

const input = z.object({
  /** Missing for the product that the wizard is creating. */
  productId: z.string().optional(),
  idempotencyKey: z.string().optional(),
  image: z.instanceof(File),
})

/** Called by the script of a product's photos; forms without JavaScript post to their own pages. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const ctx = requireContext(context, "seller")
  return submitByScript(
    request,
    input,
    async ({ productId, idempotencyKey, image }): Promise<PhotoAnswer> => {
      const upload = { bytes: await bytesOf(image), idempotencyKey }
      if (productId) await addProductImage(ctx, { productId, ...upload })
      else await addDraftImage(ctx, upload)
      return {}
    },
    { unreadable: { message: "Choose a photo." }, rejected: (message) => ({ message }) },
  )
}
