import { useFetcher, useLocation } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { Notice } from "#app/ui/states.tsx"

type Props = { id: string; message: string }

/** Shows which delivery is no longer the courier's, and why, until it is dismissed. */
export function LossNotice({ id, message }: Props) {
  const { Form } = useFetcher()
  const { search } = useLocation()
  return (
    <Notice role="alert">
      <p>{message}</p>
      <Form method="post" action={`/deliveries${search}`}>
        <input type="hidden" name="notificationId" value={id} />
        <Button kind="plain" small name="intent" value="dismiss">
          OK
        </Button>
      </Form>
    </Notice>
  )
}
