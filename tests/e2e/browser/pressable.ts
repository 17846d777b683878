/** `isLast`: signing out and deleting the account come last. `isAround`: part of the layout. */
export type Found = { element: HTMLElement; key: string; isLast: boolean; isAround: boolean } | null

/**
 * Runs in the browser: finds the first control of the page, or of the open dialog, that was not pressed yet. Controls
 * that close a dialog come last.
 */
export function nextToPress(pressed: string[]): Found {
  const dialogs = [...document.querySelectorAll("dialog[open], dialog:target")]
  const dialog = dialogs.at(-1)
  const kinds = "button, summary, select, input[type=checkbox], input[type=radio]:not(:checked), a[href]"
  let found: Found = null
  for (const element of (dialog ?? document.body).querySelectorAll<HTMLElement>(kinds)) {
    if (!element.checkVisibility() || element.closest("[inert]") || element.matches(":disabled")) continue
    const name = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replace(/\s+/g, " ")
    // The rows of a list have the same controls, whose names differ after the first words or by a number.
    let key = `${element.localName} ${name.split(":")[0]?.split(" ").slice(0, 3).join(" ")}`
    let isLast = name.startsWith("Delete my account")
    if (element instanceof HTMLAnchorElement) {
      const { origin, pathname, search, searchParams, hash } = new URL(element.href)
      if (origin !== location.origin || pathname !== location.pathname || element.target) continue
      if (search === location.search && !hash) continue
      key = `link to ${search === location.search ? hash : `?${[...new Set(searchParams.keys())].join("&")}${hash}`}`
    } else if (element instanceof HTMLButtonElement) {
      const form = element.form
      const action = form?.getAttribute("action")?.split("?")[0] ?? ""
      const intent = element.value || form?.querySelector<HTMLInputElement>("[name=intent]")?.value || ""
      key += ` ${action} ${intent.slice(0, 30)}`
      isLast ||= action === "/logout"
    } else if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement)
      key = `${element.type} ${element.name}`
    key = key
      .trim()
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "…")
      .replace(/\d+/g, "0")
    if (pressed.includes(key)) continue
    const closes = dialog && !element.matches("button:not([type=button]), select, input")
    const isAround = !element.closest("main, dialog")
    if (!closes) return { element, key, isLast, isAround }
    found ??= { element, key, isLast, isAround }
  }
  return found
}

/** Runs in the browser. In a select, chooses another value. */
export function pressIt(found: Found): void {
  const element = found?.element
  if (element instanceof HTMLSelectElement) {
    element.selectedIndex = element.selectedIndex === 0 ? element.options.length - 1 : 0
    element.dispatchEvent(new Event("change", { bubbles: true }))
  } else element?.click()
}

/** Runs in the browser: returns the controls that must not be pressed here. */
export function notPressable(): { reason: string; what: string }[] {
  const what: { reason: string; what: string }[] = []
  const nameOf = (element: Element) =>
    (element.getAttribute("aria-label") ?? (element.textContent || element.getAttribute("name")) ?? "")
      .trim()
      .replace(/\s+/g, " ")
  for (const element of document.querySelectorAll("button:disabled, select:disabled, input:disabled"))
    what.push({ reason: "disabled", what: `${location.pathname}: ${nameOf(element).slice(0, 40)}` })
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href]")) {
    const { origin, pathname, protocol } = new URL(link.href)
    if (origin !== location.origin)
      what.push({ reason: "links that leave the site", what: origin === "null" ? protocol : origin })
    else if (pathname !== location.pathname)
      what.push({ reason: "links to other pages", what: pathname.replace(/[0-9a-f-]{36}/g, "…") })
  }
  for (const input of document.querySelectorAll<HTMLInputElement>("input[type=file]"))
    what.push({ reason: "choosing a file", what: `${location.pathname}: ${input.name || input.id}` })
  return what
}

/**
 * Runs in the browser: returns the texts that contain a number, except those that a reloaded page does not have:
 * messages, and the total for a choice that was not sent.
 */
export function numbersShown(): string[] {
  const texts: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode as Text
    if (!/\d/.test(data)) continue
    if (
      parentElement?.closest(
        "script, style, textarea, dialog, .error, .toasts, [role=status], [role=alert], .line-total",
      )
    )
      continue
    texts.push(data.trim().replace(/\s+/g, " "))
  }
  return texts.sort()
}
