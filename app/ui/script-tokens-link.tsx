import { Link } from "react-router"

/** At the foot of every dashboard: for people who write scripts against the API. */
export function ScriptTokensLink() {
  return (
    <p className="soft">
      Writing a script?{" "}
      <Link to="/api-tokens" className="text-link">
        API tokens
      </Link>
    </p>
  )
}
