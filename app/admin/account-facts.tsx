import type { PayoutSchedule } from "#core/identity/states.ts"
import { type Fact, Facts } from "./facts.tsx"
import { WhenText } from "./when-text.tsx"

type Account = {
  stripeAccountId: string | null
  onboarded: boolean | null
  requirements: string[]
  payoutSchedule: PayoutSchedule | null
  accountCheckedAt: Date | null
}

const standing = ({ stripeAccountId, onboarded }: Account) => {
  if (!stripeAccountId) return "Not begun"
  if (onboarded === true) return "Can be paid"
  return onboarded === false ? "More is required, or rejected" : "In progress"
}

/** How far the payment provider's onboarding has come: the names of the missing requirements, never their data. */
export function AccountFacts({ account, more = [] }: { account: Account; more?: Fact[] }) {
  return (
    <Facts
      title="Payments"
      facts={[
        { label: "Stripe onboarding", value: standing(account) },
        { label: "Account", value: account.stripeAccountId },
        {
          label: "Stripe requires",
          value: account.requirements.length > 0 ? account.requirements.join(", ") : "Nothing",
        },
        { label: "Paid out", value: account.payoutSchedule },
        {
          label: "Last checked",
          value: account.accountCheckedAt && <WhenText at={account.accountCheckedAt} />,
        },
        ...more,
      ]}
    />
  )
}
