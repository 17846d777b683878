const SETTLED_MS = 150

/** Screen readers do not announce client navigations. This writes each new page title into a live region. */
export function announcePages() {
  let said = document.title
  let place: HTMLElement | undefined
  const say = () => {
    if (document.title === said || !document.title) return
    said = document.title
    // A live region is only announced if it existed before it was filled. It isn't created before hydration, since
    // React would not know it.
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
