import { Link } from "#app/ui/link.tsx"

/**
 * At the foot of every dashboard: one's own data, and tokens for people who write scripts. Admins' accounts are made and
 * ended by whoever runs the site.
 */
export function AccountLinks({ admin = false }: { admin?: boolean }) {
  return (
    <p className="soft">
      {!admin && (
        <>
          <Link to="/account" className="text-link">
            Your data and account
          </Link>
          {" · "}
        </>
      )}
      Writing a script?{" "}
      <Link to="/api-tokens" className="text-link">
        API tokens
      </Link>
    </p>
  )
}
