import { useCallback, useEffect, useRef, useState } from "react"
import { pageCookie, setPageCookie } from "#app/page-cookies.ts"
import { MINUTE_MS } from "#core/durations.ts"

/** A one-shot request times out after 10 s. A watched position is exact, at most 60 s old, and times out after 30 s. */
const ONE_SHOT: PositionOptions = { timeout: 10_000 }
const WATCH: PositionOptions = { enableHighAccuracy: true, maximumAge: MINUTE_MS, timeout: 30_000 }

/** Remembers that the courier allowed their location, for as long as the screen is open. */
const LOCATION_COOKIE = "location"

export type CourierPosition = { lat: number; lng: number; accuracyMeters: number }

const UNSUPPORTED = "This browser can't share your location. Everything works from the list."
const SENTENCES: Record<number, string> = {
  1: "Your browser isn't sharing your location. To get directions, tap the icon beside the address, open its permissions, allow Location, and come back here. Everything else works from the list.",
  2: "We couldn't get your location. Try again outdoors.",
  3: "Finding your location took too long. Please try again.",
}

/**
 * The courier's position. It is watched while there is a `goal` (the leg they are on), and the watch starts again with
 * each new goal. The `location` cookie remembers the permission for as long as the screen is open. A courier who
 * reloads the page on the way is not prompted again if the browser has the permission.
 */
export function useCourierPosition(goal: string | null, isOnTheWay: boolean) {
  const [position, setPosition] = useState<CourierPosition | null>(null)
  const [granted, setGranted] = useState(false)
  const [problem, setProblem] = useState("")
  const latest = useRef<CourierPosition | null>(null)

  const found = useCallback(({ coords }: GeolocationPosition) => {
    const { latitude: lat, longitude: lng, accuracy: accuracyMeters } = coords
    latest.current = { lat, lng, accuracyMeters }
    setPosition(latest.current)
    setProblem("")
    setGranted(true)
    setPageCookie(LOCATION_COOKIE, "true")
    return latest.current
  }, [])
  const failed = useCallback((error: GeolocationPositionError) => {
    setProblem(SENTENCES[error.code] ?? UNSUPPORTED)
    return null
  }, [])

  /** Gets the position once; the browser prompts for permission if needed. */
  const locate = useCallback((): Promise<CourierPosition | null> => {
    if (!("geolocation" in navigator)) {
      setProblem(UNSUPPORTED)
      return Promise.resolve(null)
    }
    return new Promise((resolve) =>
      navigator.geolocation.getCurrentPosition(
        (at) => resolve(found(at)),
        (error) => resolve(failed(error)),
        ONE_SHOT,
      ),
    )
  }, [found, failed])

  useEffect(() => {
    if (pageCookie(LOCATION_COOKIE) === "true") void locate()
    return () => setPageCookie(LOCATION_COOKIE, "", 0)
  }, [locate])

  const wasOnTheWay = useRef(isOnTheWay)
  useEffect(() => {
    if (wasOnTheWay.current) void isAllowed().then((allowed) => (allowed ? locate() : null))
  }, [locate])

  useEffect(() => {
    if (!goal || !("geolocation" in navigator)) return
    const watch = navigator.geolocation.watchPosition(found, failed, WATCH)
    return () => navigator.geolocation.clearWatch(watch)
  }, [goal, found, failed])

  return { position, granted, problem, locate, latest }
}

/** Browsers without the Permissions API count as not allowed: there, a tap prompts for permission as the first time. */
async function isAllowed(): Promise<boolean> {
  const known = await navigator.permissions?.query({ name: "geolocation" }).catch(() => null)
  return known?.state === "granted"
}
