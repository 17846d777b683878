import { useEffect, useRef } from "react"
import { useFetcher } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { Notice } from "#app/ui/states.tsx"

type Props = { id: string; message: string; onDismissed: () => Promise<void> }

/** Shows which delivery is no longer the courier's, and why, until it is dismissed. */
export function LossNotice({ id, message, onDismissed }: Props) {
  const { Form, state } = useFetcher()
  const wasSent = useRef(false)
  useEffect(() => {
    if (state === "idle" && wasSent.current) void onDismissed()
    wasSent.current = state !== "idle"
  }, [state, onDismissed])
  return (
    <Notice role="alert">
      <p>{message}</p>
      <Form method="post" action="/deliveries">
        <input type="hidden" name="notificationId" value={id} />
        <Button kind="plain" small name="intent" value="dismiss">
          OK
        </Button>
      </Form>
    </Notice>
  )
}
