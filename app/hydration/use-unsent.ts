import { useEffect, useRef } from "react"
import { useLocation, useNavigate } from "react-router"
import { UNSENT } from "#app/page-protocol/events.ts"
import { toast } from "../ui/toast.ts"

/**
 * A form that was lost with the network is given up by reading the page it stands on again: that shows whether it
 * arrived, and what was typed stays.
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
