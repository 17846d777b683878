import { htmlFlags, LIVE_PAUSED } from "#app/page-protocol/attributes.ts"
import { LIVE, send } from "#app/page-protocol/events.ts"
import { DEFERRED } from "#app/page-protocol/globals.ts"
import { joinRoom, type RoomEvent } from "#party/client.ts"

/**
 * Opens the person's room after load and idle, and sends its messages on as `LIVE` events, with the type "resync" when
 * some may have been missed. So a page is live without React, and has a single socket.
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

/** Whether React has hydrated this page or will: then React owns the list in the notifications menu. */
const isReacts = () => DEFERRED in window

/** On other pages, takes the list from the page's own HTML, fetched again. */
async function renewNotifications() {
  const bell = document.getElementById("bell")
  const answer = await fetch(location.href).catch(() => null)
  if (!bell || !answer?.ok) return
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("bell")
  if (fresh) bell.replaceChildren(...fresh.children)
}

function tell(event: RoomEvent) {
  // React may start listening later; the flag shows it that it missed a message.
  htmlFlags().heard = String(Date.now())
  send(LIVE, event)
}
