import { Form } from "react-router"
import { ReturnField } from "#app/forms/return-field.tsx"
import { Button } from "#app/ui/button.tsx"
import { Icon } from "#app/ui/icon.tsx"

type Props = {
  marketId: string
  hasAlert: boolean
  /** The id of the element to scroll to after the form was submitted without JavaScript. */
  at: string
}

/** Requests one notification when the market takes orders again; pressing it again cancels the request. */
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
        <span>{hasAlert ? "We'll notify you when it opens" : "Notify me when it opens"}</span>
      </Button>
      {hasAlert && (
        <p className="hint" id="alert-hint">
          Changed your mind? Tap again to cancel.
        </p>
      )}
    </Form>
  )
}
