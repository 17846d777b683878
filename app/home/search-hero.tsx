import { Form } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { FieldError, plainField } from "#app/ui/field.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { Link } from "#app/ui/link.tsx"
import { Stall } from "#app/ui/stall.tsx"
import { type HomeSearch, homeFields } from "./home-search.ts"
import { LocationButton } from "./location-button.tsx"

type Props = {
  search: HomeSearch
  rejection: string | null
  /** Whether a place is known: if so, the welcome is one line. */
  hasPlace: boolean
  isCustomer: boolean
}

/** The welcome and the search form. */
export function SearchHero(props: Props) {
  if (props.hasPlace)
    return (
      <div className="stack search-line">
        <h1>Your local markets, a zip code away.</h1>
        <SearchCapsule {...props} />
      </div>
    )
  return (
    <div className="search-hero">
      <div className="stack">
        <p className="pill">Welcome to Pushcart</p>
        <h1>Your local markets, a zip code away.</h1>
        <p className="lead">
          Shop the stalls around you. Pick up your order, or have a neighbor bring it over.
        </p>
        <SearchCapsule {...props} />
      </div>
      <Stall />
    </div>
  )
}

/** One form for the place and the words; the other query parameters are kept. */
function SearchCapsule({ search, rejection, hasPlace, isCustomer }: Props) {
  const field = plainField("zip", rejection ? { errors: [rejection] } : {})
  const kept = homeFields({ ...search, zip: "", near: null, q: "" })
  return (
    <div className="stack capsule-box">
      <Form className="capsule" action="/home" role="search">
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="capsule-place">
          <Icon name="pin" width="20" height="20" />
          <label htmlFor="zip">Zip</label>
          <input
            id="zip"
            name="zip"
            key={search.zip}
            defaultValue={search.zip}
            autoComplete="postal-code"
            placeholder={search.near ? "Near you" : "10001"}
            aria-invalid={rejection ? true : undefined}
            aria-describedby={rejection ? "zip-error" : "zip-hint"}
          />
        </div>
        <div className="capsule-words">
          <Icon name="search" width="20" height="20" />
          <label htmlFor="q" className="sr-only">
            {isCustomer ? "Products or markets" : "Market name"}
          </label>
          <input
            id="q"
            type="search"
            name="q"
            key={search.q}
            defaultValue={search.q}
            placeholder={isCustomer ? "Products or markets" : "Market name"}
          />
        </div>
        <Button>Find markets</Button>
      </Form>
      <div role="alert">
        <FieldError field={field} />
      </div>
      <div className="split-start capsule-under">
        <LocationButton search={search} />
        <p className="soft" id="zip-hint">
          {hasPlace ? "We remember your place for next time." : "A city works too, like Baltimore, MD."}
        </p>
        {hasPlace && (
          <Link className="text-link" to="/home?zip=">
            See all markets
          </Link>
        )}
      </div>
    </div>
  )
}
