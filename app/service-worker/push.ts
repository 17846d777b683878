/** Push messages: what a device shows, and what a tap on it opens. */
import type { PushMessage } from "#core/push/push-message.ts"

declare const self: ServiceWorkerGlobalScope

/** Browsers take the permission away from who shows nothing, so what cannot be read is shown as this. */
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
    icon: `/icons/${role}-192.png`,
    data: url,
  })

/** The page, where it is open already; else another one of ours goes there, or a new one does. */
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
 * The push service gave the browser another address, which takes the place of the old one where the person who is signed in
 * here had that; else it is turned on again by hand.
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
