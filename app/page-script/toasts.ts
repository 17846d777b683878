import { TOAST } from "#app/page-protocol/events.ts"
import { toastHtml } from "#app/ui/toast.ts"

const SHOWN_MS = 5000
const AFTER_POINTER_MS = 1000
const LEAVING_MS = 300

/** Toasts stay 5000 ms, 1000 ms after the pointer leaves, 300 ms of animation, newest on top, a tap dismisses. */
export function watchToasts() {
  const list = document.getElementById("toasts")
  if (!list) return
  for (const item of document.querySelectorAll<HTMLElement>(".toast")) arm(item)
  window.addEventListener(TOAST, ({ detail }) => {
    // The newest says all of the cart: the way there does not stand under itself.
    if (detail.link) for (const before of list.querySelectorAll(".toast:has(a)")) before.remove()
    list.insertAdjacentHTML("afterbegin", toastHtml(detail))
    arm(list.firstElementChild as HTMLElement)
  })
}

function arm(item: HTMLElement) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const leaveIn = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      item.classList.add("leaving")
      timer = setTimeout(() => item.remove(), LEAVING_MS)
    }, ms)
  }
  const stay = () => {
    clearTimeout(timer)
    item.classList.remove("leaving")
  }
  leaveIn(SHOWN_MS)
  item.addEventListener("pointerenter", stay)
  item.addEventListener("focusin", stay)
  item.addEventListener("pointerleave", () => leaveIn(AFTER_POINTER_MS))
  item.addEventListener("focusout", () => leaveIn(AFTER_POINTER_MS))
  item.addEventListener("click", () => item.remove())
}
