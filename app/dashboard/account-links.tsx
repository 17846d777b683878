import { Link } from "#app/ui/link.tsx"

/** At the bottom of a dashboard: links to the account and to API tokens. A seller has them in the menu. */
export function AccountLinks() {
  return (
    <p className="soft">
      <Link to="/account" className="text-link">
        Your data and account
      </Link>
      {" · "}
      Writing a script?{" "}
      <Link to="/api-tokens" className="text-link">
        API tokens
      </Link>
    </p>
  )
}
