import { htmlFlags, LIVE_PAUSED } from "#app/page-protocol/attributes.ts"
import { LIVE, send } from "#app/page-protocol/events.ts"
import { DEFERRED } from "#app/page-protocol/globals.ts"
import { joinRoom, type RoomEvent } from "#party/client.ts"

/**
 * Opens the person's room after load and idle. Room messages go on as `LIVE` events, with the type "resync" when some
 * may have been missed. So a page need not be React's to be live, and there is one socket a page.
 */
export function openRoom(role: string) {
  joinRoom({
    party: role,
    onMessage(event) {
      tell(event)
      if (event.type === "notification" && !isReacts()) void renewNotifications()
    },
    onResync() {
      tell({ type: "resync", data: null })
      if (!isReacts()) void renewNotifications()
    },
    onStatus(status) {
      for (const notice of document.querySelectorAll<HTMLElement>(`[${LIVE_PAUSED}]`))
        notice.hidden = status === "live"
      htmlFlags().live = status
    },
  })
}

/** Whether React has this page or will take it over: then the list in the notifications menu is React's. */
const isReacts = () => DEFERRED in window

/** On the others the list comes again from the page itself. */
async function renewNotifications() {
  const bell = document.getElementById("bell")
  const answer = await fetch(location.href).catch(() => null)
  if (!bell || !answer?.ok) return
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("bell")
  if (fresh) bell.replaceChildren(...fresh.children)
}

function tell(event: RoomEvent) {
  // React, which may listen only later, sees that there was something to hear.
  htmlFlags().heard = String(Date.now())
  send(LIVE, event)
}
