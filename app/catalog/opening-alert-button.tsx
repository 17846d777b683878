import { Form } from "react-router"
import { ReturnField } from "#app/forms/return-field.tsx"
import { Button } from "#app/ui/button.tsx"
import { Icon } from "#app/ui/icon.tsx"

type Props = {
  marketId: string
  hasAlert: boolean
  /** The id of the element that the page is scrolled to when it comes back without JavaScript. */
  at: string
}

/** Asks to be told once when a market takes orders again; pressed again, it is taken back. */
export function OpeningAlertButton({ marketId, hasAlert, at }: Props) {
  return (
    <Form method="post" action="/opening-alerts" replace preventScrollReset>
      <input type="hidden" name="marketId" value={marketId} />
      <ReturnField at={at} />
      <Button
        wide
        kind={hasAlert ? "done" : "leaf"}
        name="alert"
        value={hasAlert ? "cancel" : "request"}
        aria-describedby={hasAlert ? "alert-hint" : undefined}
      >
        <Icon name={hasAlert ? "check" : "bell"} />
        <span>{hasAlert ? "We'll tell you when it opens" : "Tell me when it opens"}</span>
      </Button>
      {hasAlert && (
        <p className="hint" id="alert-hint">
          Changed your mind? Tap again and we won't.
        </p>
      )}
    </Form>
  )
}
