import { BADGES, send } from "#app/page-protocol/events.ts"

/**
 * Adds what `<details>` menus and the notifications popover lack: closing on an outside click and on Escape, and
 * marking notifications as seen on opening.
 */
export function watchMenus() {
  const open = () => document.querySelectorAll<HTMLDetailsElement>("details.menu[open]")
  addEventListener("click", (event) => {
    for (const menu of open()) {
      const inside = event.target instanceof Element && menu.contains(event.target)
      if (!inside || (event.target as Element).closest(".menu-list a")) menu.open = false
    }
  })
  window.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return
    for (const menu of open()) {
      menu.open = false
      menu.querySelector("summary")?.focus()
    }
  })
  document.addEventListener(
    "toggle",
    (event) => {
      const bell = event.target as HTMLElement
      if (bell.id !== "bell") return
      countAsSeen()
      // New notifications keep their dot while the list is open.
      if ((event as ToggleEvent).newState === "closed") hideDots(bell)
    },
    true,
  )
  // The popover opens without this script, and may be open before it runs.
  if (document.getElementById("bell")?.checkVisibility?.()) countAsSeen()
}

const countAsSeen = () => send(BADGES, { unseen: 0 })

function hideDots(bell: HTMLElement) {
  // Hidden, not removed: React fails on a child that is missing.
  for (const dot of bell.querySelectorAll<HTMLElement>(".dot")) {
    dot.className = ""
    dot.style.visibility = "hidden"
  }
}
