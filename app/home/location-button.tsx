import { useEffect, useState } from "react"
import { useNavigate } from "react-router"
import { needsJs } from "#app/page-protocol/attributes.ts"
import { Icon } from "#app/ui/icon.tsx"
import { type HomeSearch, homeAddress } from "./home-search.ts"

/** One-shot positions time out after ten seconds. */
const TIMEOUT_MS = 10_000

const SENTENCES: Record<number, string> = {
  1: "Your browser isn't sharing your location. Search by zip code instead.",
  2: "We couldn't get your location. Search by zip code instead.",
  3: "Finding your location took too long. Try again, or search by zip code.",
}

/**
 * "Allow Location Access" until it is granted; then it looks again for what is near. It stays as wide as the longer
 * words: React may learn that it is granted while somebody presses it, and a button that shrinks then misses the click.
 */
export function LocationButton({ search }: { search: HomeSearch }) {
  const navigate = useNavigate()
  const used = search.near !== null
  const [granted, setGranted] = useState(used)
  useEffect(() => {
    // Granted on an earlier visit, too. A browser that cannot tell asks again, as ever.
    navigator.permissions
      ?.query({ name: "geolocation" })
      .then(({ state }) => setGranted(used || state === "granted"))
      .catch(() => {})
  }, [used])
  const [problem, setProblem] = useState("")
  const locate = () => {
    setProblem("")
    if (!("geolocation" in navigator)) return setProblem(SENTENCES[2] ?? "")
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const near = { lat: coords.latitude, lng: coords.longitude }
        void navigate(homeAddress({ ...search, zip: "", near }))
      },
      (error) => setProblem(SENTENCES[error.code] ?? SENTENCES[2] ?? ""),
      { timeout: TIMEOUT_MS },
    )
  }
  return (
    <div className="js-only" {...needsJs}>
      <button type="button" className="text-link locate" onClick={locate}>
        <Icon name="pin" width="18" height="18" />
        <span className="locate-labels">
          <span className={granted ? "locate-unsaid" : undefined}>Allow Location Access</span>
          {granted && <span>Near me</span>}
        </span>
      </button>
      <p role="status" className="soft">
        {problem}
      </p>
    </div>
  )
}
