import { useEffect, useRef } from "react"
import { useLocation, useNavigate } from "react-router"
import { UNSENT } from "#app/page-protocol/events.ts"
import { toast } from "../ui/toast.ts"

/**
 * After a form was lost with the network, loads its page again: that shows whether the form arrived, and the typed
 * values stay.
 */
export function useUnsent(): void {
  const navigate = useNavigate()
  const location = useLocation()
  const stay = useRef(() => {})
  stay.current = () =>
    void navigate(location, { replace: true, preventScrollReset: true, state: location.state })
  useEffect(() => {
    const giveUp = () => {
      toast(
        "The connection was lost before we got a response. Check whether it went through; what you typed is still here.",
        "error",
      )
      stay.current()
    }
    addEventListener(UNSENT, giveUp)
    return () => removeEventListener(UNSENT, giveUp)
  }, [])
}
