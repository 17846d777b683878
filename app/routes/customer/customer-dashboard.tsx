import { FavoriteButton } from "#app/catalog/favorite-button.tsx"
import { OpenState } from "#app/catalog/open-state.tsx"
import { layoutDataContext, sessionContext } from "#app/context.ts"
import { AccountLinks } from "#app/dashboard/account-links.tsx"
import { requireContext } from "#app/guards/require-context.ts"
import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { Link } from "#app/ui/link.tsx"
import { EmptyState } from "#app/ui/states.tsx"
import { type FavoriteMarket, listFavorites } from "#core/favorites/list-favorites.server.ts"
import type { Route } from "./+types/customer-dashboard.ts"

export const meta: Route.MetaFunction = () => [{ title: "Your dashboard — Pushcart" }]

export async function loader({ context }: Route.LoaderArgs) {
  const { name } = context.get(sessionContext)
  const favorites = await listFavorites(requireContext(context, "customer"))
  const { cartCount } = await context.get(layoutDataContext)()
  return { name, cartCount, favorites }
}

export default function CustomerDashboard({ loaderData }: Route.ComponentProps) {
  const { name, cartCount, favorites } = loaderData
  const inCart = cartCount === 1 ? "1 item is waiting" : `${cartCount} items are waiting`
  const cards = [
    {
      title: "Search Markets",
      text: "See what is open near you.",
      label: "Shop",
      to: "/home",
      drawing: "tomato",
    },
    {
      title: "View my Orders",
      text: "What you bought and where it is now.",
      label: "View my Orders",
      to: "/customer-orders",
      drawing: "bread",
    },
    {
      title: "Shopping Cart",
      text: cartCount ? `${inCart} for you.` : "Your cart is empty.",
      label: "Shopping Cart",
      to: "/shopping-cart",
      drawing: "greens",
    },
  ]
  return (
    <div className="stack">
      <h1>{`Hello${name ? `, ${name.split(" ")[0]}` : ""}`}</h1>
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
      <FavoriteMarkets favorites={favorites} />
      <AccountLinks />
    </div>
  )
}

/** The customer's favorite markets, each with a button that removes it. */
function FavoriteMarkets({ favorites }: { favorites: readonly FavoriteMarket[] }) {
  return (
    <section className="stack" aria-labelledby="favorites">
      <h2 id="favorites">Your favorites</h2>
      {favorites.length === 0 ? (
        <EmptyState
          text="No favorites yet. Tap the heart on a market to find it here."
          button={{ label: "Find markets", to: "/home" }}
        />
      ) : (
        <ul className="shortcuts">
          {favorites.map(({ id, name, city, state, openState, openText }) => (
            <Card as="li" key={id} id={`market-${id}`} className="stack">
              <div className="market-card-title">
                <h3>
                  <Link to={`/market-info?market=${id}`}>{name}</Link>
                </h3>
                <FavoriteButton marketId={id} marketName={name} isFavorite at="favorites" />
              </div>
              <p className="soft">{`${city}, ${state}`}</p>
              <OpenState state={openState} text={openText} />
            </Card>
          ))}
        </ul>
      )}
    </section>
  )
}
