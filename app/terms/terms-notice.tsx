import { useLocation } from "react-router"
import { Link } from "#app/ui/link.tsx"
import { Notice } from "#app/ui/states.tsx"
import { instantText } from "#core/calendar/instant-text.ts"
import { type SecondTerms, TERMS_TIME_ZONE } from "#core/terms/terms.ts"
import { AgreeForm } from "./agree-form.tsx"

/** Shown on every page to anyone who has not agreed, starting with the announcement; not on the terms' own page. */
export function TermsNotice({ terms }: { terms: SecondTerms }) {
  const { pathname, search } = useLocation()
  if (pathname === "/terms") return null
  const day = instantText(terms.from, TERMS_TIME_ZONE)
  return (
    <aside className="terms-notice no-print" aria-label="New terms">
      <Notice kind="info">
        <p>
          <span>{`Our terms and privacy policy ${terms.isInForce ? "changed" : "change"} on ${day}.`}</span>{" "}
          <Link to="/terms">Read the second version</Link>
        </p>
        <AgreeForm next={pathname + search} />
      </Notice>
    </aside>
  )
}
