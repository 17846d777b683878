import { Form, redirect } from "react-router"
import { requireContext } from "#app/guards/require-context.ts"
import { Button, LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { Stall } from "#app/ui/stall.tsx"
import { isId } from "#core/ids.ts"
import { justPaid } from "#core/orders/list-customer-orders.server.ts"
import type { Route } from "./+types/thanks-for-shopping.ts"

export const meta: Route.MetaFunction = () => [{ title: "Thank you for shopping — Pushcart" }]

/** Without a recent purchase, the page does not claim that an order was placed. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "customer")
  if ((await justPaid(ctx)).length === 0) throw redirect("/customer-orders")
  const order = new URL(request.url).searchParams.get("order")
  return { order: isId(order) ? order : null }
}

export default function ThanksForShopping({ loaderData: { order } }: Route.ComponentProps) {
  return (
    <Card className="stack narrow">
      <Stall />
      <h1>Thank you for shopping, you will be log out</h1>
      <p>Your order is placed, and a receipt is on its way to your email.</p>
      <div className="split-start">
        <Form method="post" action="/logout">
          <Button>Continue</Button>
        </Form>
        <LinkButton kind="plain" to={order ? `/order?OrderID=${order}` : "/customer-orders"}>
          {order ? "View my order" : "View my orders"}
        </LinkButton>
      </div>
    </Card>
  )
}
