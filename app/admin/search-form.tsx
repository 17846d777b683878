import { Form, Link } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { searchText } from "#core/search/search-text.ts"

type Props = { action: string; label: string; hint: string; search: string }

/** A GET form, so the search can be reloaded and shared, and works without JavaScript. */
export function SearchForm({ action, label, hint, search }: Props) {
  return (
    <Form action={action} role="search" className="admin-search">
      <label htmlFor="search">{label}</label>
      <input
        key={search}
        id="search"
        className="input"
        type="search"
        name="search"
        defaultValue={search}
        aria-describedby="search-hint"
      />
      <Button small>Search</Button>
      {search && (
        <Link to={action} className="text-link">
          Show all
        </Link>
      )}
      <p id="search-hint" className="hint">
        {hint}
      </p>
    </Form>
  )
}

/** The search words in the query parameters. */
export const readSearch = (params: URLSearchParams): string => searchText(params.get("search"))
