import { z } from "zod"
import { clientAddressContext, coreContext } from "#app/context.ts"
import { bytesOf } from "#app/forms/chosen-file.ts"
import { submitByScript } from "#app/forms/submit-form.ts"
import { readDraftSecret } from "#app/registration/draft-cookie.ts"
import type { PhotoAnswer } from "#app/ui/photos/send-photo.ts"
import { keepDraftFile } from "#core/registration/drafts.server.ts"
import { COURIER_FILES, SELLER_FILES } from "#core/registration/registration-inputs.ts"
import type { Route } from "./+types/registration-photo.ts"

const image = z.instanceof(File)
const input = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("seller"), field: z.enum(namesOf(SELLER_FILES)), image }),
  z.object({ kind: z.literal("deliverer"), field: z.enum(namesOf(COURIER_FILES)), image }),
])

/**
 * Called by the script of a registration's last step: saves one photo to the browser's own draft, which its cookie
 * names. Without a draft nothing is saved, and the page loaded next reports that.
 */
export function action({ request, context }: Route.ActionArgs): Promise<Response> {
  return submitByScript(
    request,
    input,
    async ({ kind, field, image: file }): Promise<PhotoAnswer> => {
      const owner = { kind, secret: readDraftSecret(request, kind) }
      const container = SELLER_FILES[field]
      await keepDraftFile(context.get(coreContext), owner, {
        field,
        container,
        name: file.name,
        bytes: await bytesOf(file),
        address: context.get(clientAddressContext),
      })
      return {}
    },
    { unreadable: { message: "Choose a photo." }, rejected: (message) => ({ message }) },
  )
}

function namesOf<Name extends string>(files: Readonly<Record<Name, unknown>>) {
  return Object.keys(files) as [Name, ...Name[]]
}
