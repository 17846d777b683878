/**
 * What `/push-subscription` says: null where nothing is offered. A person who has to agree to the terms that speak of it does
 * that first.
 */
export type PushOffer = { publicKey: string | null; isOn: boolean; mustAgree: boolean }
/** With a message where the server did not take it. */
export type PushAnswer = { message?: string }

export const PUSH_SUBSCRIPTION = "/push-subscription"

/** Whether this browser could show notifications: `install` is an iPhone or iPad, which does so for installed apps alone. */
export type PushSupport = "can" | "blocked" | "install" | "cannot"

/** Of the browser that runs it; in effects and handlers only. */
export function pushSupport(): PushSupport {
  const isSupported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window
  if (isSupported) return Notification.permission === "denied" ? "blocked" : "can"
  const isApple = /iPhone|iPad/.test(navigator.userAgent) || isTouchMac()
  return isApple && !matchMedia("(display-mode: standalone)").matches ? "install" : "cannot"
}

/** An iPad calls itself a Mac; no Mac has a touch screen. */
const isTouchMac = () => /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1

/**
 * Asks for the permission, subscribes at the browser's push service, and tells the server. Call it in a handler of a
 * press: browsers ask nobody otherwise.
 */
export async function turnOnPush(publicKey: string): Promise<"on" | "blocked" | { problem: string }> {
  const permission = await Notification.requestPermission()
  if (permission === "denied") return "blocked"
  if (permission !== "granted") return { problem: "Your browser was not allowed to show notifications." }
  try {
    const { pushManager } = await navigator.serviceWorker.ready
    // It may be of other keys, or of the person who used the device before.
    await (await pushManager.getSubscription())?.unsubscribe()
    const subscription = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    })
    return await register(subscription)
  } catch {
    return { problem: "The browser's push service cannot be reached. Try again later." }
  }
}

async function register(subscription: PushSubscription): Promise<"on" | { problem: string }> {
  const body = new FormData()
  body.set("subscription", JSON.stringify(subscription))
  const response = await fetch(PUSH_SUBSCRIPTION, { method: "POST", body, redirect: "error" })
  const { message } = (await response.json()) as PushAnswer
  return message === undefined ? "on" : { problem: message }
}
