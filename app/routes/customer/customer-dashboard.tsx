import { layoutDataContext, sessionContext } from "#app/context.ts"
import { AccountLinks } from "#app/dashboard/account-links.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import type { Route } from "./+types/customer-dashboard.ts"

export const meta: Route.MetaFunction = () => [{ title: "Your dashboard — Pushcart" }]

export async function loader({ context }: Route.LoaderArgs) {
  const { name } = context.get(sessionContext)
  const { cartCount } = await context.get(layoutDataContext)()
  return { name, cartCount }
}

export default function CustomerDashboard({ loaderData }: Route.ComponentProps) {
  const { name, cartCount } = loaderData
  const inCart = cartCount === 1 ? "1 item is waiting" : `${cartCount} items are waiting`
  const cards = [
    {
      title: "Search Markets",
      text: "Find the stalls around a zip code.",
      label: "Shop",
      to: "/home",
      drawing: "tomato",
    },
    {
      title: "View my Orders",
      text: "What you bought, and where it is now.",
      label: "View my Orders",
      to: "/customer-orders",
      drawing: "bread",
    },
    {
      title: "Shopping Cart",
      text: cartCount ? `${inCart} for you.` : "There is nothing in it yet.",
      label: "Shopping Cart",
      to: "/shopping-cart",
      drawing: "greens",
    },
  ]
  return (
    <div className="stack">
      <h1>Hello{name ? `, ${name.split(" ")[0]}` : ""}</h1>
      <ul className="shortcuts">
        {cards.map((card) => (
          <Card as="li" key={card.to} className="stack">
            <img src={`/drawings/${card.drawing}.svg`} alt="" width="72" height="72" />
            <h2>{card.title}</h2>
            <p className="soft">{card.text}</p>
            <LinkButton to={card.to}>{card.label}</LinkButton>
          </Card>
        ))}
      </ul>
      <AccountLinks />
    </div>
  )
}
