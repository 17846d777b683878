import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { isRouteErrorResponse } from "react-router"
import { HydratedRouter } from "react-router/dom"
import { rememberTyping } from "./hydration/before-hydration.ts"
import { BROKEN_PAGE, HYDRATED, send } from "./page-protocol/events.ts"

/** An answer of the server's is in its own log. */
function tellBroken(error: unknown) {
  if (!isRouteErrorResponse(error)) send(BROKEN_PAGE, error)
}

// In a task of its own: together with what the modules do when they are read, a phone would not listen for too long.
setTimeout(() => {
  addEventListener(HYDRATED, rememberTyping(), { once: true })

  // The root stays a single child: a sibling here would change every useId, silently.
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter onError={tellBroken} />
      </StrictMode>,
    )
  })
})
