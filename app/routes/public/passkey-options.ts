import type { ActionFunctionArgs } from "react-router"
import { passkeySite } from "#app/account/passkey-site.ts"
import { clientAddressContext, coreContext } from "#app/context.ts"
import { noInput } from "#app/forms/no-input.ts"
import { submitByScript } from "#app/forms/submit-form.ts"
import { passkeyOptions } from "#core/passkeys/sign-in-with-passkey.server.ts"

/** The options that a browser needs to use a passkey on a sign-in page. */
export const action = ({ request, context }: ActionFunctionArgs) =>
  submitByScript(
    request,
    noInput,
    () => {
      const address = context.get(clientAddressContext)
      return passkeyOptions(context.get(coreContext), { site: passkeySite(request), address })
    },
    { unreadable: {}, rejected: (message) => ({ message }) },
  )
