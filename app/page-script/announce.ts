const SETTLED_MS = 150

/**
 * A page that React brings without loading a document is silent to a screen reader. This says its title, once it is
 * another one, in a place of its own that reads itself out.
 */
export function announcePages() {
  let said = document.title
  let place: HTMLElement | undefined
  const say = () => {
    if (document.title === said || !document.title) return
    said = document.title
    // There before it is filled, or it is not read. Not before React woke, which would not know it.
    place ??= makePlace()
    const filled = place
    setTimeout(() => {
      filled.textContent = said
    }, SETTLED_MS)
  }
  new MutationObserver(say).observe(document.head, { childList: true, subtree: true, characterData: true })
}

function makePlace(): HTMLElement {
  const place = document.createElement("p")
  place.className = "sr-only"
  place.id = "page-announcer"
  place.setAttribute("role", "status")
  document.body.append(place)
  return place
}
