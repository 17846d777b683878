import { Form } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { FieldError, plainField } from "#app/ui/field.tsx"
import { Stall } from "#app/ui/stall.tsx"
import { LocationButton } from "./location-button.tsx"

type Props = { zip: string; rejection: string | null; near: boolean }

/** The welcome, and the one thing to do here. */
export function SearchHero({ zip, rejection, near }: Props) {
  const field = plainField("zip", rejection ? { errors: [rejection] } : {})
  return (
    <div className="search-hero">
      <div className="stack">
        <p className="pill">Welcome to Pushcart</p>
        <h1>Your local markets, a zip code away.</h1>
        <p className="lead">
          Shop the stalls around you. Pick your order up, or have a neighbor bring it over.
        </p>
        <Form className="zip-search" action="/home" role="search">
          <label htmlFor="zip">Zip</label>
          <input
            id="zip"
            name="zip"
            key={zip}
            defaultValue={zip}
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={10}
            placeholder="10001"
            aria-invalid={rejection ? true : undefined}
            aria-describedby={rejection ? "zip-error" : undefined}
          />
          <Button>Find markets</Button>
        </Form>
        <div role="alert">
          <FieldError field={field} />
        </div>
        <LocationButton granted={near} />
      </div>
      <Stall />
    </div>
  )
}
