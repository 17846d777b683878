import { Form } from "react-router"
import { DateText } from "#app/ui/date-text.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { Notice } from "#app/ui/states.tsx"
import { type ChangeKind, changeText } from "#core/market/market-changes.ts"
import type { OwnMarket } from "#core/market/view-own-market.server.ts"

const UNTIL_THEN: Record<ChangeKind, string> = {
  name: "Customers see the old name until then.",
  address: "Customers see the old address until then.",
  timeZone: "Your hours follow the old time zone until then.",
}

type Props = { kind: ChangeKind; change: OwnMarket["changes"][ChangeKind]; timeZone: string }

/** A change that waits for an admin, with a button to withdraw it; or that it was denied, and why. */
export function WaitingChange({ kind, change, timeZone }: Props) {
  if (!change) return null
  const wanted = changeText(change.wanted)
  if (change.isDenied)
    return (
      <Notice kind="bad">
        <p>{`Our team couldn't approve “${wanted}”: ${change.reason ?? ""}`}</p>
      </Notice>
    )
  return (
    <Notice kind="info">
      <div className="stack">
        <p>
          <span>{`“${wanted}” has been waiting for review since`}</span>{" "}
          <DateText iso={change.createdAt.toISOString()} timeZone={timeZone} />
          <span>{`. ${UNTIL_THEN[kind]}`}</span>
        </p>
        <Form method="post">
          <input type="hidden" name="kind" value={kind} />
          <SubmitButton name="intent" value="withdraw" kind="plain">
            Withdraw request
          </SubmitButton>
        </Form>
      </div>
    </Notice>
  )
}
