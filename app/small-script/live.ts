import { joinRoom } from "#party/client.ts"
import { refreshBadges } from "./badges.ts"

/**
 * Opens the person's room after load and idle. Room messages go on as `pushcart:live` events, `{ type, data }`, with
 * the type "resync" when some may have been missed; so a page need not be React's to be live, and there is one socket
 * a page. `pushcart:live-status` says "live" or "paused".
 */
export function openRoom(role: string) {
  joinRoom({
    party: role,
    onMessage: (event) => heard(event),
    onResync: () => heard({ type: "resync", data: null }),
    onStatus(status) {
      for (const notice of document.querySelectorAll<HTMLElement>("[data-live-paused]"))
        notice.hidden = status === "live"
      document.documentElement.dataset.live = status
      tell("pushcart:live-status", status)
    },
  })
}

/** The badges are ours, so they follow on pages that React never wakes on too. */
function heard(event: { type: string; data: unknown }) {
  void refreshBadges()
  tell("pushcart:live", event)
}

function tell(name: string, detail: unknown) {
  window.dispatchEvent(new CustomEvent(name, { detail }))
}
