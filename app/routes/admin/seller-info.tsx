import { AccountFacts } from "#app/admin/account-facts.tsx"
import { ApplicantImages } from "#app/admin/applicant-images.tsx"
import { ApplicantPage } from "#app/admin/applicant-page.tsx"
import { decide } from "#app/admin/decide.ts"
import { decideChange } from "#app/admin/decide-change.ts"
import { Facts } from "#app/admin/facts.tsx"
import { MarketChangeForm } from "#app/admin/market-change-form.tsx"
import { TermsAgreed } from "#app/admin/terms-agreed.tsx"
import { WhenText } from "#app/admin/when-text.tsx"
import { formActions } from "#app/forms/form-actions.ts"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { revalidateAfterRejection } from "#app/forms/revalidate-after-rejection.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { decisionInput } from "#core/approvals/decision-input.ts"
import { type SellerApplicant, viewSellerApplicant } from "#core/approvals/view-applicant.server.ts"
import type { SubscriptionStatus } from "#core/identity/states.ts"
import { changeDecisionInput } from "#core/market/market-changes.ts"
import { acceptedNames } from "#core/market/market-facts.ts"
import type { Route } from "./+types/seller-info.ts"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.market.name ?? "Seller"} — Pushcart` },
]

const sellerOf = (request: Request) => new URL(request.url).searchParams.get("seller") ?? ""

export const loader = ({ request, context }: Route.LoaderArgs) =>
  orNotFound(viewSellerApplicant(requireContext(context, "admin"), sellerOf(request)))

export const action = formActions("admin", {
  "decide-change": [changeDecisionInput, decideChange],
  "decide-applicant": [
    decisionInput,
    (ctx, input, { request }) => decide(ctx, input, { role: "seller", userId: sellerOf(request) }),
  ],
})

export const shouldRevalidate = revalidateAfterRejection

export default function SellerInfo({ loaderData, actionData }: Route.ComponentProps) {
  const { person, market, images, changes, inHand, zipTimeZone } = loaderData
  return (
    <ApplicantPage
      who="seller"
      title={market.name}
      person={person}
      applicant={market}
      inHand={inHand}
      place={{ ...market, title: market.name }}
      answer={actionData}
    >
      {changes.map((change) => (
        <MarketChangeForm
          key={change.id}
          change={change}
          market={market}
          zipTimeZone={zipTimeZone}
          answer={actionData}
        />
      ))}
      <ApplicantImages images={images} />
      <SellerFacts {...loaderData} />
      <AccountFacts
        account={market}
        more={[
          { label: "Subscription", value: SUBSCRIPTION_WORDS[market.subscription] },
          { label: "Can sell now", value: market.canSell ? "Yes" : "No" },
        ]}
      />
    </ApplicantPage>
  )
}

const SUBSCRIPTION_WORDS: Record<SubscriptionStatus, string> = {
  none: "Not subscribed",
  incomplete: "First payment not finished",
  active: "Active",
  past_due: "Renewal failed, tried again",
  cancelled: "Canceled",
}

function SellerFacts({ person, market, productCount }: SellerApplicant) {
  return (
    <Facts
      title="Market"
      facts={[
        { label: "Owner", value: `${market.firstName} ${market.lastName}` },
        { label: "Email", value: person.email },
        { label: "Phone", value: market.phone },
        { label: "Weekday hours", value: market.weekdayHours },
        { label: "Saturday hours", value: market.saturdayHours },
        { label: "Sunday hours", value: market.sundayHours },
        { label: "Website", value: market.website },
        { label: "Story", value: market.story },
        { label: "Sells", value: market.productDescription },
        { label: "Accepted at the market", value: acceptedNames(market).join(", ") },
        { label: "Products listed", value: String(productCount) },
        { label: "Applied", value: <WhenText at={market.createdAt} /> },
        { label: "Terms agreed", value: <TermsAgreed terms={person.terms} /> },
      ]}
    />
  )
}
