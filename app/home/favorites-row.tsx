import { OpenState } from "#app/catalog/open-state.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { Link } from "#app/ui/link.tsx"
import type { FavoriteMarket } from "#core/favorites/list-favorites.server.ts"

/** The customer's favorite markets, in a row that scrolls sideways. */
export function FavoritesRow({ favorites }: { favorites: readonly FavoriteMarket[] }) {
  if (favorites.length === 0) return null
  return (
    <nav className="favorites" aria-labelledby="favorites">
      <h2 id="favorites">Your favorites</h2>
      <ul className="favorites-row">
        {favorites.map(({ id, name, openState, openText }) => (
          <li key={id}>
            <Link to={`/market-info?market=${id}`} className="card">
              <b>
                <Icon name="heart" width="16" height="16" />
                <span>{name}</span>
              </b>
              <OpenState state={openState} text={openText} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
