import { getTableColumns, type SQL, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import type { Page } from "playwright"
import { TYPED_TEXTS } from "#core/privacy/typed-texts.server.ts"
import type { Database } from "#db/client.ts"
import { carts, checkoutLines, checkouts, deliveries, markets, users } from "#db/schema/index.ts"

/** 80 characters without a break opportunity: the USDA's list has such names. */
export const WIDE = "MarshallCountyFarmers'MarketAndBakeryOfTheGreaterWestmorelandNeighborhoodCouncil"
const WIDE_URL = `https://www.${"millbrookcommunityfarmersmarket".repeat(2)}.store`

/** Texts of the register that are never this wide, because their rules are stricter or a browser sends them. */
const NARROW =
  "cardBrand cardLastFour email oldEmail website phone state zip size weekdayHours saturdayHours sundayHours timeZone image ipAddress userAgent endpoint"

/** The texts that people type, and the copies of products' names in checkouts. */
const TYPED = [
  ...TYPED_TEXTS.filter(
    ({ name, column }) => column.columnType === "PgText" && !NARROW.split(" ").includes(name),
  ),
  { table: checkoutLines, name: "productName" },
]

/** Replaces every typed text that is not empty by 80 characters without a space. */
export async function widenTexts(db: Database): Promise<void> {
  const widen = (table: PgTable, name: string, value: string | SQL) =>
    db
      .update(table)
      .set({ [name]: value })
      .where(sql`${getTableColumns(table)[name]}::text <> ''`)
  for (const { table, name } of TYPED) await widen(table, name, WIDE)
  for (const table of [carts, checkouts])
    await widen(table, "shipTo", sql`jsonb_set(ship_to, '{address}', to_jsonb(${WIDE}::text))`)
  // People also type web addresses into the street field.
  await widen(markets, "address", WIDE_URL)
  await db.update(markets).set({ website: WIDE_URL })
  for (const table of [users, deliveries])
    await widen(
      table,
      "email",
      sql`replace(id::text, '-', '') || 'marketgrower@farmersmarketsofmarshallcounty.test'`,
    )
}

/**
 * Returns sentences about elements that overflow the screen or their own box or are cut off at an edge, and about
 * ordinary words that are broken. Boxes that scroll, ellipses and text for screen readers only are allowed.
 */
export const wideParts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    for (const folded of document.querySelectorAll("details")) folded.open = true
    // Shows popovers, so that they are laid out where they will open.
    for (const hidden of document.querySelectorAll<HTMLElement>("[popover]")) hidden.style.display = "block"

    const faults = new Set<string>()
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}${[...element.classList].map((name) => `.${name}`).join("")}`
    const textOf = (element: Element) => `${nameOf(element)} “${element.textContent?.slice(0, 40)}”`

    const tooWide = document.documentElement.scrollWidth - innerWidth
    if (tooWide > 0) faults.add(`the page is ${tooWide} px too wide`)

    function checkEdges(element: Element, isText: boolean, { left, right }: DOMRect) {
      for (let around = element; around !== document.body; around = around.parentElement ?? document.body) {
        const style = getComputedStyle(around)
        const box = around.getBoundingClientRect()
        if (around !== element || isText) {
          if (/auto|scroll/.test(style.overflowX) || style.textOverflow === "ellipsis") return
          if (box.width <= 1 || style.clipPath !== "none") return
          const cuts = /hidden|clip/.test(style.overflowX)
          const isBox = style.borderRightStyle !== "none" && Number.parseFloat(style.borderRightWidth) > 0
          const out = Math.round(Math.max(right - box.right, box.left - left))
          if ((cuts || isBox) && out > 1) {
            faults.add(
              `${textOf(element)} stands ${out} px out of ${nameOf(around)}${cuts ? ", which cuts it" : ""}`,
            )
            return
          }
        }
        if (style.position === "fixed") break
      }
      if (right > innerWidth + 1 || left < -1) faults.add(`${textOf(element)} stands out of the screen`)
    }

    /** Checks for broken words; words with hyphens and slashes may break there. */
    function checkWords(element: Element, node: Node) {
      const range = document.createRange()
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(/\S+/g)) {
        if (word.length > 20 || /[^\p{L}\p{N}.,;:!?'’“”()$%]/u.test(word)) continue
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) faults.add(`“${word}” is broken in ${textOf(element)}`)
      }
    }

    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement
      if (!element || !node.textContent?.trim() || !isSeen(element)) continue
      if (element.closest("script, style, noscript, svg, option, textarea")) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      if (box.width === 0) continue
      checkEdges(element, true, box)
      if (!element.closest(".sr-only") && range.getClientRects().length > 1) checkWords(element, node)
    }
    for (const element of document.querySelectorAll("input, select, textarea, button, a, img, label")) {
      const box = element.getBoundingClientRect()
      if (box.width > 1 && isSeen(element)) checkEdges(element, false, box)
    }
    return [...faults]
  })
