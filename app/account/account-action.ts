import { data, redirect } from "react-router"
import { z } from "zod"
import { formActions } from "#app/forms/form-actions.ts"
import { noInput } from "#app/forms/no-input.ts"
import { submitForm } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { flash } from "#app/ui/flash.ts"
import { addressInput, chosenAddressInput } from "#core/addresses/address-input.ts"
import { deleteAddress, saveAddress } from "#core/addresses/save-address.server.ts"
import { chosenCardInput } from "#core/cards/saved-card.ts"
import { removeCard } from "#core/cards/saved-cards.server.ts"
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
import { eveningHourInput, eveningHourText } from "#core/orders/evening-email.ts"
import { setEveningHour } from "#core/orders/evening-hour.server.ts"
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
import { cardName } from "#core/purchases/purchase.ts"
import { quietHoursInput } from "#core/push/quiet-hours.ts"
import { sendTestPush } from "#core/push/send-test-push.server.ts"
import { setQuietHours } from "#core/push/set-quiet-hours.server.ts"
import { turnOffPush } from "#core/push/turn-off-push.server.ts"
import { passkeySite } from "./passkey-site.ts"

/** Redirects to the section that the form belongs to. */
const done = (section: string, text: string) => redirect(`/account#${section}`, { headers: flash(text) })

const sessionInput = z.object({ sessionId: z.string() })
const deviceInput = z.object({ deviceId: z.string() })

export const accountAction = formActions("person", {
  name: [nameInput, (ctx, input) => changeName(ctx, input).then(() => done("you", "Name saved."))],
  "admin-name": [
    adminNameInput,
    async (_ctx, { name }, { context }) => {
      await renameAdmin(requireContext(context, "admin"), name)
      return done("you", "Name saved.")
    },
  ],
  email: [
    changeEmailInput,
    async (ctx, input) => {
      await requestEmailChange(ctx, input)
      return done("you", `We sent a link to ${input.email}. Open it to use that email.`)
    },
  ],
  "cancel-email": [
    noInput,
    (ctx) => cancelEmailChange(ctx).then(() => done("you", "Your email address was not changed.")),
  ],
  phone: [
    noInput,
    (ctx, _input, { formData }) => {
      const schema = ctx.actor.role === "customer" ? optionalPhoneInput : phoneInput
      return submitForm(formData, schema, async (input) => {
        await changePhone(ctx, input)
        return done("you", "Phone number saved.")
      })
    },
  ],
  "time-zone": [
    timeZoneInput,
    (ctx, input) => changeTimeZone(ctx, input).then(() => done("you", "Time zone saved.")),
  ],
  password: [
    changePasswordInput,
    async (ctx, input, { request }) => {
      const token = await ctx.ports.sessions.token(request)
      const removed = await changePassword(ctx, { ...input, token })
      const text = `Your new password is set. All other devices are signed out.${alsoRemoved(removed)}`
      return done("signing-in", text)
    },
  ],
  "begin-passkey": [
    beginPasskeyInput,
    async (ctx, input, { request }) => {
      const passkeyOptions = await beginPasskey(ctx, { ...input, site: passkeySite(request) })
      return Response.json({ passkeyOptions })
    },
  ],
  "add-passkey": [
    passkeyAnswerInput,
    async (ctx, { answer }, { request }) => {
      await addPasskey(ctx, { answer, site: passkeySite(request) })
      return done("signing-in", "Your passkey is ready. You can log in with it.")
    },
  ],
  "rename-passkey": [
    renamePasskeyInput,
    (ctx, input) => renamePasskey(ctx, input).then(() => done("signing-in", "Passkey renamed.")),
  ],
  "remove-passkey": [
    removePasskeyInput,
    async (ctx, input) => {
      await removePasskey(ctx, input)
      return done("signing-in", "Passkey removed.")
    },
  ],
  address: [
    addressInput.safeExtend({ id: z.string().optional() }),
    async (_ctx, { hasNoNumber: _said, ...input }, { context }) => {
      await saveAddress(requireContext(context, "customer"), input)
      return done("addresses", "Address saved.")
    },
  ],
  "delete-address": [
    chosenAddressInput,
    async (_ctx, input, { context }) => {
      await deleteAddress(requireContext(context, "customer"), input)
      return done("addresses", "Address deleted.")
    },
  ],
  "remove-card": [
    chosenCardInput,
    async (_ctx, input, { context }) => {
      const card = await removeCard(requireContext(context, "customer"), input)
      return done("cards", `${cardName(card)} was removed.`)
    },
  ],
  choices: [
    choicesInput,
    (ctx, input) => chooseNotifications(ctx, input).then(() => done("choices", "Choices saved.")),
  ],
  "quiet-hours": [
    quietHoursInput,
    (ctx, input) => setQuietHours(ctx, input).then(() => done("choices", "Quiet hours saved.")),
  ],
  "evening-email": [
    eveningHourInput,
    async (_ctx, input, { context }) => {
      await setEveningHour(requireContext(context, "seller"), input)
      return done("choices", `We send it at ${eveningHourText(input.hour)}.`)
    },
  ],
  "test-push": [
    deviceInput,
    (ctx, input) => sendTestPush(ctx, input).then(() => done("devices", "We sent a test to that device.")),
  ],
  "turn-off-push": [
    deviceInput,
    async (ctx, input) => {
      await turnOffPush(ctx, input)
      return done("devices", "Notifications are off for that device.")
    },
  ],
  "end-session": [
    sessionInput,
    (ctx, input) => endSession(ctx, input).then(() => done("sessions", "That device is signed out.")),
  ],
  "end-other-sessions": [
    passkeyReviewInput,
    async (ctx, review, { request }) => {
      const token = await ctx.ports.sessions.token(request)
      const removed = await endOtherSessions(ctx, { ...review, token })
      return done("sessions", `All other devices are signed out.${alsoRemoved(removed)}`)
    },
  ],
  export: [
    passwordAgainInput,
    async (ctx, input) => {
      if (ctx.actor.role === "admin") throw data(null, { status: 404 })
      await grantExport(ctx, input)
      return redirect("/account/export")
    },
  ],
})
