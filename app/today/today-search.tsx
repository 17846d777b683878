import { useRef } from "react"
import { Form } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { Link } from "#app/ui/link.tsx"
import { useSlashKey } from "#app/ui/use-slash-key.ts"
import { ScanButton } from "./scan-button.tsx"

/** Finds orders of every stage by a GET form, or by a label's QR code; "/" focuses it. */
export function TodaySearch({ search }: { search: string }) {
  const field = useRef<HTMLInputElement>(null)
  useSlashKey(field)
  return (
    <Form action="/market-today" role="search" className="today-search no-print">
      <label htmlFor="today-q" className="sr-only">
        Name, order number, code, product or phone number
      </label>
      <input
        ref={field}
        id="today-q"
        key={search}
        className="input"
        type="search"
        name="q"
        defaultValue={search}
        placeholder="Name, number, code or product"
        aria-keyshortcuts="/"
        autoComplete="off"
        enterKeyHint="search"
      />
      <Button small kind="plain" className="today-find">
        Search
      </Button>
      <ScanButton />
      {search && (
        <Link to="/market-today" className="text-link">
          Clear
        </Link>
      )}
    </Form>
  )
}
