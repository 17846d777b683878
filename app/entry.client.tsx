import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { isRouteErrorResponse } from "react-router"
import { HydratedRouter } from "react-router/dom"
import { rememberTyping } from "./hydration/before-hydration.ts"
import { BROKEN_PAGE, HYDRATED, send } from "./page-protocol/events.ts"

/** Error responses from the server are not reported here, because the server has already logged them. */
function tellBroken(error: unknown) {
  if (!isRouteErrorResponse(error)) send(BROKEN_PAGE, error)
}

// Runs in its own task: together with the modules' own code, it would block a phone's input for too long.
setTimeout(() => {
  addEventListener(HYDRATED, rememberTyping(), { once: true })

  // The root must stay a single child: a sibling would silently change every useId.
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter onError={tellBroken} />
      </StrictMode>,
    )
  })
})
