import { useEffect, useState } from "react"
import { useNavigate } from "react-router"
import { needsJs } from "#app/page-protocol/attributes.ts"
import { Icon } from "#app/ui/icon.tsx"
import { type HomeSearch, homeAddress } from "./home-search.ts"

/** Timeout of a request for the current position. */
const TIMEOUT_MS = 10_000

const SENTENCES: Record<number, string> = {
  1: "Your browser isn't sharing your location. Search by zip code instead.",
  2: "We couldn't get your location. Search by zip code instead.",
  3: "Finding your location took too long. Try again, or search by zip code.",
}

/**
 * "Allow Location Access" until it is granted; then a button that searches nearby again. Its width stays that of the
 * longer label: if the button shrank during a press, the click would miss it.
 */
export function LocationButton({ search }: { search: HomeSearch }) {
  const navigate = useNavigate()
  const used = search.near !== null
  const [granted, setGranted] = useState(used)
  useEffect(() => {
    // Also granted on an earlier visit. Browsers without this API prompt again.
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
