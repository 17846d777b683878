import { TOAST } from "#app/page-protocol/events.ts"
import { toastHtml } from "#app/ui/toast.ts"

const SHOWN_MS = 5000
const AFTER_POINTER_MS = 1000
const LEAVING_MS = 300

/**
 * Toasts: newest on top, shown for 5000 ms or until 1000 ms after the pointer leaves, with a 300 ms animation. A tap
 * dismisses one.
 */
export function watchToasts() {
  const list = document.getElementById("toasts")
  if (!list) return
  for (const item of document.querySelectorAll<HTMLElement>(".toast")) arm(item)
  window.addEventListener(TOAST, ({ detail }) => {
    // The newest toast describes the whole cart, so older ones with the link to it are removed.
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
