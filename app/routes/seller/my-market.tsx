import { redirect } from "react-router"
import { z } from "zod"
import { formActions } from "#app/forms/form-actions.ts"
import { noInput } from "#app/forms/no-input.ts"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { backTo, CALENDAR_FORMS } from "#app/market/calendar-actions.ts"
import {
  AcceptedForm,
  AddressForm,
  NameForm,
  PhoneForm,
  StoryForm,
  TimeZoneForm,
  WebsiteForm,
} from "#app/market/fact-forms.tsx"
import { FactRow } from "#app/market/fact-row.tsx"
import { MarketPreview, NextWindows, OtherTimes } from "#app/market/market-preview.tsx"
import { DaysOff, OpeningHours } from "#app/market/opening-hours.tsx"
import { StallPhotos } from "#app/market/stall-photos.tsx"
import { PauseCard, TakingOrders } from "#app/market/taking-orders.tsx"
import { ConfirmUnsavedChanges } from "#app/market/unsaved-changes.tsx"
import { WaitingChange } from "#app/market/waiting-change.tsx"
import { addUploads, orderIn } from "#app/product-editor/upload.ts"
import { Card } from "#app/ui/card.tsx"
import { DateText } from "#app/ui/date-text.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import type { SellerContext } from "#core/context.ts"
import { marketAddressInput } from "#core/identity/fields.ts"
import { confirmMarketPhoto } from "#core/market/confirm-market-photo.server.ts"
import {
  addressLine,
  CHANGE_KINDS,
  marketNameInput,
  marketTimeZoneInput,
} from "#core/market/market-changes.ts"
import {
  acceptedInput,
  acceptedNames,
  marketPhoneInput,
  storyInput,
  websiteInput,
} from "#core/market/market-facts.ts"
import { addMarketPhoto, orderMarketPhotos, removeMarketPhoto } from "#core/market/market-photos.server.ts"
import { requestMarketChange, withdrawMarketChange } from "#core/market/request-market-change.server.ts"
import { updateMarketFacts } from "#core/market/update-market-facts.server.ts"
import { viewOwnCalendar } from "#core/market/view-own-calendar.server.ts"
import { viewOwnMarket } from "#core/market/view-own-market.server.ts"
import { timeZoneWords } from "#core/places/time-zones.ts"
import type { Route } from "./+types/my-market.ts"

export const meta: Route.MetaFunction = () => [{ title: "Market — Pushcart" }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "seller")
  const edit = new URL(request.url).searchParams.get("edit")
  return { edit, ...(await orNotFound(viewOwnMarket(ctx))), calendar: await orNotFound(viewOwnCalendar(ctx)) }
}

const ASKED = {
  requested: "Sent to our team. We'll email you when they decide.",
  "taken back": "Your request was withdrawn.",
}

const save = (row: string) => async (ctx: SellerContext, facts: Parameters<typeof updateMarketFacts>[1]) => {
  await updateMarketFacts(ctx, facts)
  return backTo(row)
}

export const action = formActions("seller", {
  ...CALENDAR_FORMS,
  name: [
    marketNameInput,
    async (ctx, wanted) => backTo("name", ASKED[await requestMarketChange(ctx, { kind: "name", wanted })]),
  ],
  address: [
    marketAddressInput,
    async (ctx, wanted) =>
      backTo("address", ASKED[await requestMarketChange(ctx, { kind: "address", wanted })]),
  ],
  "time-zone": [
    marketTimeZoneInput,
    async (ctx, wanted) =>
      backTo("timeZone", ASKED[await requestMarketChange(ctx, { kind: "timeZone", wanted })]),
  ],
  story: [storyInput, save("story")],
  phone: [marketPhoneInput, save("phone")],
  website: [websiteInput, save("website")],
  accepted: [acceptedInput, save("accepted")],
  "add-image": [
    noInput,
    async (ctx, _input, { formData, idempotencyKey }) => {
      await addUploads(formData, idempotencyKey, (upload) => addMarketPhoto(ctx, upload))
      return redirect("/my-market#photos")
    },
  ],
  "delete-image": [
    z.object({ imageId: z.string() }),
    async (ctx, { imageId }) => {
      await removeMarketPhoto(ctx, imageId)
      return redirect("/my-market#photos")
    },
  ],
  "order-images": [
    z.object({ order: z.string() }),
    async (ctx, _input, { formData }) => {
      await orderMarketPhotos(ctx, orderIn(formData))
      return redirect("/my-market#photos")
    },
  ],
  showPhoto: [
    noInput,
    async (ctx) => {
      await confirmMarketPhoto(ctx)
      return backTo("photos")
    },
  ],
  withdraw: [
    z.object({ kind: z.enum(CHANGE_KINDS) }),
    async (ctx, { kind }) => {
      await withdrawMarketChange(ctx, kind)
      return backTo(kind, "Request withdrawn. Nothing has changed.")
    },
  ],
})

/** The page's cards, by their ids. */
const PARTS = [
  ["stall", "Your stall"],
  ["opening-hours", "Opening hours"],
  ["days-off", "Days off"],
  ["pause", "Pause"],
  ["taking-orders", "Taking orders"],
] as const

export default function MyMarket({ loaderData, actionData }: Route.ComponentProps) {
  const { market, now, changes, photos, unconfirmedPhoto, edit, calendar } = loaderData
  useLive(({ data }) => changed(data, "account"))
  const row = (name: string) => ({ name, isEdited: edit === name })
  const own = { market, answer: actionData }
  const times = { calendar, edit, answer: actionData }
  return (
    <div className="stack">
      <div>
        <h1>Market</h1>
        <p className="lead">What customers see, and when you take orders.</p>
        <nav className="jump-links" aria-label="On this page">
          {PARTS.map(([id, name]) => (
            <a key={id} className="text-link" href={`#${id}`}>
              {name}
            </a>
          ))}
        </nav>
      </div>
      <PageToast message={actionData?.toast} />
      <ConfirmUnsavedChanges />
      <div className="my-market">
        <div className="stack">
          <Card className="stack" aria-labelledby="stall">
            <h2 id="stall">Your stall</h2>
            <section className="stack" id="photos" aria-label="Photos">
              <StallPhotos photos={photos} unconfirmedPhoto={unconfirmedPhoto} answer={actionData} />
            </section>
            <FactRow
              {...row("name")}
              label="Name"
              value={market.name}
              note={<WaitingChange kind="name" change={changes.name} timeZone={market.timeZone} />}
              form={<NameForm {...own} />}
            />
            <FactRow {...row("story")} label="Story" value={market.story} form={<StoryForm {...own} />} />
            <FactRow
              {...row("address")}
              label="Address"
              value={<Address market={market} />}
              note={<WaitingChange kind="address" change={changes.address} timeZone={market.timeZone} />}
              form={<AddressForm {...own} />}
            />
            <FactRow
              {...row("timeZone")}
              label="Time zone"
              value={<TimeZone timeZone={market.timeZone} now={now} />}
              note={<WaitingChange kind="timeZone" change={changes.timeZone} timeZone={market.timeZone} />}
              form={<TimeZoneForm {...own} />}
              linkText="Request another time zone"
            />
            <FactRow
              {...row("phone")}
              label="Phone"
              value={<span className="num">{market.phone}</span>}
              form={<PhoneForm {...own} />}
            />
            <FactRow
              {...row("website")}
              label="Website"
              value={market.website}
              form={<WebsiteForm {...own} />}
            />
            <FactRow
              {...row("accepted")}
              label="Accepted at the market"
              value={acceptedNames(market).join(", ") || "Nothing listed"}
              form={<AcceptedForm {...own} />}
            />
          </Card>
          <OpeningHours {...times} />
          <DaysOff {...times} />
          <PauseCard {...times} />
          <TakingOrders {...times} />
        </div>
        <aside className="stack" aria-labelledby="preview">
          <h2 id="preview">Customer preview</h2>
          <MarketPreview market={market} photos={photos} {...calendar} />
          <OtherTimes times={calendar.otherTimes} />
          <NextWindows windows={calendar.windows} />
        </aside>
      </div>
    </div>
  )
}

function TimeZone({ timeZone, now }: { timeZone: string; now: Date }) {
  return (
    <>
      <span>{timeZoneWords(timeZone)}</span>
      <p className="hint">
        <span>On your clock it is </span>
        <DateText iso={now.toISOString()} timeZone={timeZone} hasTime />
        <span>. Opening hours and order times follow it.</span>
      </p>
    </>
  )
}

function Address({ market }: { market: Route.ComponentProps["loaderData"]["market"] }) {
  return (
    <>
      <span>{addressLine(market)}</span>
      <p className="hint">
        {market.positionSource === "zip"
          ? "We couldn't find your street, so your pin is at the center of your zip code."
          : "The pin is at your door."}
      </p>
    </>
  )
}
