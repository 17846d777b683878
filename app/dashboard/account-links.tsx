import { Link } from "#app/ui/link.tsx"

/** At the foot of every dashboard: one's own account, and tokens for people who write scripts. */
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
