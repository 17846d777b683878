/**
 * The response of `/push-subscription`; `publicKey` is null if push is not offered. With `mustAgree`, the person has to
 * agree to the terms that cover push first.
 */
export type PushOffer = { publicKey: string | null; isOn: boolean; mustAgree: boolean }
/** Has a message if the server rejected the subscription. */
export type PushAnswer = { message?: string }

export const PUSH_SUBSCRIPTION = "/push-subscription"

/**
 * Whether this browser can show notifications. `install`: an iPhone or iPad, which supports them for installed apps
 * only.
 */
export type PushSupport = "can" | "blocked" | "install" | "cannot"

/** Reads the current browser, so call it in effects and handlers only. */
export function pushSupport(): PushSupport {
  const isSupported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window
  if (isSupported) return Notification.permission === "denied" ? "blocked" : "can"
  const isApple = /iPhone|iPad/.test(navigator.userAgent) || isTouchMac()
  return isApple && !matchMedia("(display-mode: standalone)").matches ? "install" : "cannot"
}

/** An iPad identifies as a Mac; no Mac has a touch screen. */
const isTouchMac = () => /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1

/**
 * Requests the permission, subscribes with the browser's push service, and registers the subscription on our server.
 * Call it in a press handler: browsers prompt only on a user gesture.
 */
export async function subscribeToPush(publicKey: string): Promise<"on" | "blocked" | { problem: string }> {
  const permission = await Notification.requestPermission()
  if (permission === "denied") return "blocked"
  if (permission !== "granted") return { problem: "Your browser isn't allowed to show notifications." }
  try {
    const { pushManager } = await navigator.serviceWorker.ready
    // An existing subscription may have other keys, or belong to the person who used the device before.
    await (await pushManager.getSubscription())?.unsubscribe()
    const subscription = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    })
    return await register(subscription)
  } catch {
    return { problem: "We couldn't reach the browser's push service. Try again later." }
  }
}

async function register(subscription: PushSubscription): Promise<"on" | { problem: string }> {
  const body = new FormData()
  body.set("subscription", JSON.stringify(subscription))
  const response = await fetch(PUSH_SUBSCRIPTION, { method: "POST", body, redirect: "error" })
  const { message } = (await response.json()) as PushAnswer
  return message === undefined ? "on" : { problem: message }
}
