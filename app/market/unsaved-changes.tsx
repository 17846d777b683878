import { useEffect, useRef } from "react"
import { type BlockerFunction, useBlocker, useLocation } from "react-router"
import { DEFERRED } from "#app/page-protocol/globals.ts"
import { Button } from "#app/ui/button.tsx"
import { Dialog } from "#app/ui/dialog.tsx"

/** The `state` of a link that discards unsaved input on purpose: no confirmation follows. */
export const DISCARDS_CHANGES = { givesUp: true }

/**
 * Marks an edited form of the page as unsaved, and asks for confirmation before the input is lost: by a link, by
 * another form, or by leaving the page.
 */
export function ConfirmUnsavedChanges() {
  const shouldAsk = useShouldAsk()
  const blocker = useBlocker(shouldAsk)
  const { search, hash } = useLocation()
  if (blocker.state !== "blocked") return null
  return (
    <Dialog name="unsaved" title="Leave without saving?" open closeTo={`${search || "?"}${hash}`}>
      <p>Your changes aren't saved yet.</p>
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

/** Edited forms stay unsaved until they leave the page, saved or discarded. */
function useShouldAsk(): BlockerFunction {
  const typedIn = useRef(new Set<HTMLFormElement>())
  /** The form that is being submitted right now. */
  const sent = useRef<HTMLFormElement>(null)
  const isUnsaved = () => [...typedIn.current].some((form) => form.isConnected && form !== sent.current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads nothing but refs
  useEffect(() => {
    const onInput = ({ target }: { target: EventTarget | null }) => {
      // A chosen photo is uploaded immediately, so nothing of it is unsaved.
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
