import { BADGES, send } from "#app/page-protocol/events.ts"

/**
 * What `<details>` menus and the notifications menu's popover lack: closing from outside and by Escape, and "seen" on
 * opening.
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
      // What is new keeps its dot for as long as the list is looked at.
      if ((event as ToggleEvent).newState === "closed") hideDots(bell)
    },
    true,
  )
  // It opens without us, and may be open before we come.
  if (document.getElementById("bell")?.checkVisibility?.()) countAsSeen()
}

const countAsSeen = () => send(BADGES, { unseen: 0 })

function hideDots(bell: HTMLElement) {
  // Hidden, not emptied: React would stumble over a child that it cannot find again.
  for (const dot of bell.querySelectorAll<HTMLElement>(".dot")) {
    dot.className = ""
    dot.style.visibility = "hidden"
  }
}
