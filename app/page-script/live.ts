import { joinRoom } from "#party/client.ts"

/**
 * Opens the person's room after load and idle. Room messages go on as `pushcart:live` events, `{ type, data }`, with
 * the type "resync" when some may have been missed. So a page need not be React's to be live, and there is one socket a
 * page. `pushcart:live-status` says "live" or "paused".
 */
export function openRoom(role: string) {
  joinRoom({
    party: role,
    onMessage(event) {
      tell("pushcart:live", event)
      if (event.type === "notification" && !isReacts()) void renewNotifications()
    },
    onResync() {
      tell("pushcart:live", { type: "resync", data: null })
      if (!isReacts()) void renewNotifications()
    },
    onStatus(status) {
      for (const notice of document.querySelectorAll<HTMLElement>("[data-live-paused]"))
        notice.hidden = status === "live"
      document.documentElement.dataset.live = status
      tell("pushcart:live-status", status)
    },
  })
}

/** Whether React has this page or will take it over: then the list in the notifications menu is React's. */
const isReacts = () => "__deferred" in window

/** On the others the list comes again from the page itself. */
async function renewNotifications() {
  const bell = document.getElementById("bell")
  const answer = await fetch(location.href).catch(() => null)
  if (!bell || !answer?.ok) return
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("bell")
  if (fresh) bell.replaceChildren(...fresh.children)
}

function tell(name: string, detail: unknown) {
  // Whoever listens later (React comes after this script) sees that there was something to hear.
  if (name === "pushcart:live") document.documentElement.dataset.heard = String(Date.now())
  window.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }))
}
