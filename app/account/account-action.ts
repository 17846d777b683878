import { type ActionFunctionArgs, data, redirect } from "react-router"
import { z } from "zod"
import { readForm } from "#app/forms/read-form.ts"
import { submitForm } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { requirePerson } from "#app/guards/require-person.ts"
import { flash } from "#app/ui/flash.ts"
import { addressInput, chosenAddressInput } from "#core/addresses/address-input.ts"
import { deleteAddress, saveAddress } from "#core/addresses/save-address.server.ts"
import { changeName, renameAdmin } from "#core/identity/change-name.server.ts"
import { changePassword } from "#core/identity/change-password.server.ts"
import { changePhone } from "#core/identity/change-phone.server.ts"
import { changeTimeZone } from "#core/identity/change-time-zone.server.ts"
import { endOtherSessions, endSession } from "#core/identity/end-sessions.server.ts"
import {
  adminNameInput,
  changeEmailInput,
  changePasswordInput,
  nameInput,
  optionalPhoneInput,
  phoneInput,
  timeZoneInput,
} from "#core/identity/inputs.ts"
import { cancelEmailChange, requestEmailChange } from "#core/identity/request-email-change.server.ts"
import { chooseNotifications } from "#core/notifications/choose-notifications.server.ts"
import { choicesInput } from "#core/notifications/kinds.ts"
import { addPasskey, beginPasskey } from "#core/passkeys/add-passkey.server.ts"
import { removePasskey, renamePasskey } from "#core/passkeys/manage-passkeys.server.ts"
import {
  beginPasskeyInput,
  passkeyAnswerInput,
  removePasskeyInput,
  renamePasskeyInput,
} from "#core/passkeys/passkey-inputs.ts"
import { alsoRemoved, passkeyReviewInput } from "#core/passkeys/passkey-review.ts"
import { grantExport } from "#core/privacy/grant-export.server.ts"
import { passwordAgainInput } from "#core/privacy/privacy.ts"
import { quietHoursInput } from "#core/push/quiet-hours.ts"
import { sendTestPush } from "#core/push/send-test-push.server.ts"
import { setQuietHours } from "#core/push/set-quiet-hours.server.ts"
import { turnOffPush } from "#core/push/turn-off-push.server.ts"
import { passkeySite } from "./passkey-site.ts"

type Sent = Pick<ActionFunctionArgs, "request" | "context"> & { form: FormData }

/** Back to the rows, where what was changed can be read. */
const done = (section: string, text: string) => redirect(`/account#${section}`, { headers: flash(text) })
const tokenOf = ({ request, context }: Sent) => requirePerson(context).ports.sessions.token(request)

const nothing = z.object({})
const sessionInput = z.object({ sessionId: z.string() })
const deviceInput = z.object({ deviceId: z.string() })

/** What the forms of the account page do, by their `intent`. */
const INTENTS = {
  name: ({ form, context }: Sent) =>
    submitForm(form, nameInput, async (input) => {
      await changeName(requirePerson(context), input)
      return done("you", "Your name is saved.")
    }),
  "admin-name": ({ form, context }: Sent) =>
    submitForm(form, adminNameInput, async ({ name }) => {
      await renameAdmin(requireContext(context, "admin"), name)
      return done("you", "Your name is saved.")
    }),
  email: ({ form, context }: Sent) =>
    submitForm(form, changeEmailInput, async (input) => {
      await requestEmailChange(requirePerson(context), input)
      return done("you", `We sent a link to ${input.email}. Open it to use that email.`)
    }),
  "cancel-email": ({ form, context }: Sent) =>
    submitForm(form, nothing, async () => {
      await cancelEmailChange(requirePerson(context))
      return done("you", "Your email stays as it is.")
    }),
  phone: ({ form, context }: Sent) => {
    const ctx = requirePerson(context)
    const schema = ctx.actor.role === "customer" ? optionalPhoneInput : phoneInput
    return submitForm(form, schema, async (input) => {
      await changePhone(ctx, input)
      return done("you", "Your phone number is saved.")
    })
  },
  "time-zone": ({ form, context }: Sent) =>
    submitForm(form, timeZoneInput, async (input) => {
      await changeTimeZone(requirePerson(context), input)
      return done("you", "Your time zone is saved.")
    }),
  password: (sent: Sent) =>
    submitForm(sent.form, changePasswordInput, async (input) => {
      const change = { ...input, token: await tokenOf(sent) }
      const removed = await changePassword(requirePerson(sent.context), change)
      const text = `Your new password is set. All other devices are signed out.${alsoRemoved(removed)}`
      return done("signing-in", text)
    }),
  "begin-passkey": ({ form, request, context }: Sent) =>
    submitForm(form, beginPasskeyInput, async (input) => {
      const site = passkeySite(request)
      return { passkeyOptions: await beginPasskey(requirePerson(context), { ...input, site }) }
    }),
  "add-passkey": ({ form, request, context }: Sent) =>
    submitForm(form, passkeyAnswerInput, async ({ answer }) => {
      await addPasskey(requirePerson(context), { answer, site: passkeySite(request) })
      return done("signing-in", "Your passkey is ready. You can log in with it.")
    }),
  "rename-passkey": ({ form, context }: Sent) =>
    submitForm(form, renamePasskeyInput, async (input) => {
      await renamePasskey(requirePerson(context), input)
      return done("signing-in", "The passkey has its new name.")
    }),
  "remove-passkey": ({ form, context }: Sent) =>
    submitForm(form, removePasskeyInput, async (input) => {
      await removePasskey(requirePerson(context), input)
      return done("signing-in", "The passkey no longer opens your account.")
    }),
  address: ({ form, context }: Sent) =>
    submitForm(
      form,
      addressInput.safeExtend({ id: z.string().optional() }),
      async ({ hasNoNumber: _said, ...input }) => {
        await saveAddress(requireContext(context, "customer"), input)
        return done("addresses", "The address is saved.")
      },
    ),
  "delete-address": ({ form, context }: Sent) =>
    submitForm(form, chosenAddressInput, async (input) => {
      await deleteAddress(requireContext(context, "customer"), input)
      return done("addresses", "The address is deleted.")
    }),
  choices: ({ form, context }: Sent) =>
    submitForm(form, choicesInput, async (input) => {
      await chooseNotifications(requirePerson(context), input)
      return done("choices", "Your choices are saved.")
    }),
  "quiet-hours": ({ form, context }: Sent) =>
    submitForm(form, quietHoursInput, async (input) => {
      await setQuietHours(requirePerson(context), input)
      return done("choices", "Your quiet hours are saved.")
    }),
  "test-push": ({ form, context }: Sent) =>
    submitForm(form, deviceInput, async (input) => {
      await sendTestPush(requirePerson(context), input)
      return done("devices", "We sent a test to that device.")
    }),
  "turn-off-push": ({ form, context }: Sent) =>
    submitForm(form, deviceInput, async (input) => {
      await turnOffPush(requirePerson(context), input)
      return done("devices", "That device gets no more notifications.")
    }),
  "end-session": ({ form, context }: Sent) =>
    submitForm(form, sessionInput, async (input) => {
      await endSession(requirePerson(context), input)
      return done("sessions", "That device is signed out.")
    }),
  "end-other-sessions": (sent: Sent) =>
    submitForm(sent.form, passkeyReviewInput, async (review) => {
      const token = await tokenOf(sent)
      const removed = await endOtherSessions(requirePerson(sent.context), { ...review, token })
      return done("sessions", `All other devices are signed out.${alsoRemoved(removed)}`)
    }),
  export: ({ form, context }: Sent) =>
    submitForm(form, passwordAgainInput, async (input) => {
      const ctx = requirePerson(context)
      if (ctx.actor.role === "admin") throw data(null, { status: 404 })
      await grantExport(ctx, input)
      return redirect("/account/export")
    }),
} as const

export async function accountAction({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request)
  const intent = form.get("intent")
  if (typeof intent !== "string" || !Object.hasOwn(INTENTS, intent)) throw data(null, { status: 400 })
  return INTENTS[intent as keyof typeof INTENTS]({ form, request, context })
}
