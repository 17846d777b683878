import type { ReactNode } from "react"
import type { PushSupport } from "./subscribe-to-push.ts"

/** Instructions where the browser does not prompt or can't show notifications. */
export const PUSH_HINTS: Record<Exclude<PushSupport, "can">, ReactNode> = {
  blocked: (
    <>
      Notifications of this site are blocked in this browser. Open the site's settings, by the icon beside the
      address or in the browser's own settings, allow notifications, and load this page again.
    </>
  ),
  install: (
    <>
      On an iPhone or iPad, add Pushcart to your Home Screen first: tap Share, then “Add to Home Screen”. Open
      it from there and turn notifications on.
    </>
  ),
  cannot: "This browser can't show notifications. Try another browser on this device.",
}
