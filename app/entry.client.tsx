import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { HydratedRouter } from "react-router/dom"
import { rememberTyping } from "./hydration/before-hydration.ts"
import { fetchPatiently } from "./hydration/patient-fetch.ts"
import { importPatiently } from "./hydration/patient-import.ts"

// In a task of its own: together with what the modules do when they are read, a phone would not listen for too long.
setTimeout(() => {
  fetchPatiently()
  importPatiently()
  addEventListener("pushcart:hydrated", rememberTyping(), { once: true })

  // The root stays a single child: a sibling here would change every useId, silently.
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
})
