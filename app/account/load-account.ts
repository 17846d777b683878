import type { LoaderFunctionArgs } from "react-router"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { requirePerson } from "#app/guards/require-person.ts"
import { passkeyLines } from "#app/identity/passkey-line.ts"
import { listAddresses } from "#core/addresses/list-addresses.server.ts"
import { timeValue } from "#core/calendar/calendar.ts"
import { instantText } from "#core/calendar/instant-text.ts"
import { viewCard } from "#core/cards/saved-card.ts"
import { listCards } from "#core/cards/saved-cards.server.ts"
import { isSeller, type PersonContext } from "#core/context.ts"
import { listSessions } from "#core/identity/list-sessions.server.ts"
import { viewAccount } from "#core/identity/view-account.server.ts"
import { readChoices } from "#core/notifications/read-choices.server.ts"
import { readEveningHour } from "#core/orders/evening-hour.server.ts"
import { listPasskeys } from "#core/passkeys/manage-passkeys.server.ts"
import { listPushDevices } from "#core/push/list-push-devices.server.ts"
import type { QuietHours } from "#core/push/quiet-hours.ts"
import { mustAgreeFirst } from "#core/terms/second-terms.server.ts"

/** Loads everything that the account page shows, with times in the person's time zone. */
export async function loadAccount({ request, context }: LoaderFunctionArgs) {
  const ctx = requirePerson(context)
  const { role } = ctx.actor
  const { chosenTimeZone, since, passwordSince, quietHours, ...person } = await orNotFound(viewAccount(ctx))
  const { timeZone } = person
  const day = (at: Date) => instantText(at, timeZone)
  const token = await ctx.ports.sessions.token(request)
  const [sessions, passkeys] = [await listSessions(ctx, { token }), await listPasskeys(ctx)]
  return {
    role,
    edit: new URL(request.url).searchParams.get("edit"),
    asksCode: role === "admin" && ctx.ports.secondFactor.required,
    person: {
      ...person,
      chosenTimeZone,
      since: day(since),
      passwordSince: passwordSince && day(passwordSince),
    },
    passkeys: passkeyLines(passkeys, timeZone),
    addresses: await addressesOf(ctx),
    cards: await cardsOf(ctx),
    choices: await readChoices(ctx),
    evening: isSeller(ctx) ? await readEveningHour(ctx) : null,
    push: await pushOf(ctx, { token, quietHours, timeZone }),
    sessions: sessions.map((session) => ({ ...session, since: moment(session.since, timeZone) })),
  }
}

type PushFacts = { token: string | null; quietHours: QuietHours | null; timeZone: string }

/** Null if this person's devices are not offered notifications. */
async function pushOf(ctx: PersonContext, { token, quietHours, timeZone }: PushFacts) {
  const { publicKey } = ctx.ports.push
  if (publicKey === null) return null
  const devices = await listPushDevices(ctx, { token })
  return {
    publicKey,
    mustAgree: await mustAgreeFirst(ctx),
    devices: devices.map((device) => ({ ...device, since: instantText(device.since, timeZone) })),
    quietHours: {
      from: quietHours ? timeValue(quietHours.fromMinutes) : "",
      to: quietHours ? timeValue(quietHours.toMinutes) : "",
    },
  }
}

/** Only customers have addresses. */
function addressesOf(ctx: PersonContext) {
  const { role, userId } = ctx.actor
  return role === "customer" ? listAddresses({ ...ctx, actor: { role, userId } }) : []
}

async function cardsOf(ctx: PersonContext) {
  const { role, userId } = ctx.actor
  const cards = role === "customer" ? await listCards({ ...ctx, actor: { role, userId } }) : []
  return cards.map((card) => viewCard(card, ctx.now()))
}

const moment = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-US", {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  }).format(at)

export type AccountView = Awaited<ReturnType<typeof loadAccount>>
