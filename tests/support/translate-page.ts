import type { Page } from "playwright"

declare global {
  interface Window {
    /** Texts that were written into text nodes that are no longer shown. */
    staleTexts: string[]
  }
}

/**
 * Replaces text nodes with elements as Chrome's translation does, including text nodes that are added later. A write to
 * a replaced text node would leave an old value on the page: `staleTexts` lists them.
 */
export function translatePage(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.staleTexts = []
    const replaced = new MutationObserver((changes) => {
      for (const { target, oldValue } of changes)
        window.staleTexts.push(`${oldValue} → ${(target as Text).data}`)
    })
    const translate = () => {
      const texts: Text[] = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const text = walker.currentNode as Text
        if (text.data.trim() && !text.parentElement?.closest("script,style,font,textarea,option"))
          texts.push(text)
      }
      for (const text of texts) {
        const outer = document.createElement("font")
        const inner = document.createElement("font")
        inner.textContent = text.data
        outer.append(inner)
        text.replaceWith(outer)
        replaced.observe(text, { characterData: true, characterDataOldValue: true })
      }
    }
    translate()
    new MutationObserver(translate).observe(document.body, { childList: true, subtree: true })
  })
}
