import { useEffect, useRef } from "react"
import { type BlockerFunction, useBlocker, useLocation } from "react-router"
import { DEFERRED } from "#app/page-protocol/globals.ts"
import { Button } from "#app/ui/button.tsx"
import { Dialog } from "#app/ui/dialog.tsx"

/** The state of a link that gives up on purpose what was typed: nobody is asked. */
export const GIVES_UP = { givesUp: true }

/**
 * Marks a form of the page that was typed in as not saved, and asks before what was typed is lost: by a link, by another
 * form, or with the page itself.
 */
export function AskWhenUnsaved() {
  const shouldAsk = useShouldAsk()
  const blocker = useBlocker(shouldAsk)
  const { search, hash } = useLocation()
  if (blocker.state !== "blocked") return null
  return (
    <Dialog name="unsaved" title="Leave without saving?" open closeTo={`${search || "?"}${hash}`}>
      <p>What you typed is not saved yet.</p>
      <div className="fact-buttons">
        <Button type="button" onClick={() => blocker.reset()}>
          Keep editing
        </Button>
        <Button type="button" kind="plain" onClick={() => blocker.proceed()}>
          Leave without saving
        </Button>
      </div>
    </Dialog>
  )
}

/** Forms that were typed in stay unsaved until they leave the page, saved or given up. */
function useShouldAsk(): BlockerFunction {
  const typedIn = useRef(new Set<HTMLFormElement>())
  /** The form that is being sent in this very moment. */
  const sent = useRef<HTMLFormElement>(null)
  const isUnsaved = () => [...typedIn.current].some((form) => form.isConnected && form !== sent.current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads nothing but refs
  useEffect(() => {
    const onInput = ({ target }: { target: EventTarget | null }) => {
      // A chosen photo is on its way at once; nothing of it is left to be saved.
      const form = target instanceof Element ? target.closest("form") : null
      if (form?.method !== "post" || isFile(target)) return
      typedIn.current.add(form)
      form.dataset.typedIn = ""
    }
    const onSubmit = ({ target }: Event) => {
      sent.current = target instanceof HTMLFormElement ? target : null
      setTimeout(() => {
        sent.current = null
      })
    }
    const onLeave = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault()
    }
    for (const target of window[DEFERRED]?.typed.keys() ?? []) onInput({ target })
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener("input", onInput, { signal })
    document.addEventListener("submit", onSubmit, { capture: true, signal })
    addEventListener("beforeunload", onLeave, { signal })
    return () => listening.abort()
  }, [])
  return ({ currentLocation, nextLocation }) => {
    if (nextLocation.state?.givesUp) return false
    const isSamePage =
      currentLocation.pathname === nextLocation.pathname && currentLocation.search === nextLocation.search
    return (sent.current !== null || !isSamePage) && isUnsaved()
  }
}

const isFile = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === "file"
