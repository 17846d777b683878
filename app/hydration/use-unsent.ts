import { useEffect, useRef } from "react"
import { useLocation, useNavigate } from "react-router"
import { UNSENT } from "#app/page-protocol/events.ts"
import { toast } from "../ui/toast.ts"

/**
 * After the network failed while a form was being sent, reloads the page's data: it shows whether the form arrived, and
 * the typed values stay.
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
