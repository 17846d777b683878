/** Push messages: what a device shows, and the page that a tap on it opens. */
import type { PushMessage } from "#core/push/push-message.ts"

declare const self: ServiceWorkerGlobalScope

/** Browsers revoke the permission of a site that shows nothing, so an unreadable message is shown as this. */
const UNREADABLE = {
  title: "Pushcart",
  text: "There is something new. Open Pushcart to see it.",
  url: "/",
  role: "customer",
  tag: "unreadable",
} as const satisfies PushMessage

export function showPushMessages() {
  self.addEventListener("push", (event) => event.waitUntil(show(read(event.data))))
  self.addEventListener("notificationclick", (event) => {
    event.notification.close()
    event.waitUntil(open(String(event.notification.data)))
  })
  self.addEventListener("pushsubscriptionchange", (event) =>
    event.waitUntil(renew(event as PushSubscriptionChangeEvent)),
  )
}

function read(data: PushMessageData | null): PushMessage {
  try {
    const message = data?.json() as Partial<PushMessage> | null
    return message?.title && message.url ? { ...UNREADABLE, ...message } : UNREADABLE
  } catch {
    return UNREADABLE
  }
}

const show = ({ title, text, url, role, tag }: PushMessage) =>
  self.registration.showNotification(title, {
    body: text,
    tag,
    // Without it, a message that replaces another one makes no sound.
    renotify: true,
    icon: `/icons/${role}-192.png`,
    data: url,
  } as NotificationOptions & { renotify: boolean })

/** Focuses a window that has the page open, otherwise opens a new one. */
async function open(path: string): Promise<void> {
  const wanted = new URL(path, self.location.origin)
  const url = wanted.origin === self.location.origin ? wanted.href : self.location.origin
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true })
  const there = windows.find((window) => window.url === url)
  if (there) await there.focus()
  else await self.clients.openWindow(url)
}

type PushSubscriptionChangeEvent = ExtendableEvent & {
  readonly oldSubscription: PushSubscription | null
  readonly newSubscription: PushSubscription | null
}

/**
 * Called when the push service replaces the browser's subscription. The server replaces the old endpoint if the person
 * who is signed in here had it; otherwise they have to turn notifications on again.
 */
async function renew({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey
  const subscription =
    newSubscription ??
    (key &&
      (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })))
  if (!subscription || !oldSubscription) return
  const body = new FormData()
  body.set("subscription", JSON.stringify(subscription))
  body.set("replaces", oldSubscription.endpoint)
  await fetch("/push-subscription", { method: "POST", body })
}
