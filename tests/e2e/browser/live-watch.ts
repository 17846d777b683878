import { gte, sql } from "drizzle-orm"
import type { Locator, Page } from "playwright"
import { expect } from "vitest"
import type { Database } from "#db/client.ts"
import { outbox } from "#db/schema/index.ts"

/** What a page heard from its rooms, what it asked the server for because of it, and whether it was loaded again. */
type Witness = { who: string; page: Page; heard: number; asked: number; documents: number }

/** Who acts asks for the outcome; who asked by the clock would do so far more often in the time that a journey takes. */
const OWN_TAPS = 5

type Sight = { who: string; selector: string; text: string | RegExp }

/**
 * Watches open pages: that what they show came over the room, not by a reload nor by asking again and again; and how
 * long after the act, and after the change itself, it stood there. The times are told, not judged: a busy machine is no
 * fault of the product.
 */
export function watchLive(db: () => Database) {
  const witnesses = new Map<string, Witness>()
  const figures: Figure[] = []

  /** When the first change since then was made, which is the transaction that wrote the event. */
  async function changedSince(start: number): Promise<number> {
    const [first] = await db()
      .select({ at: sql`extract(epoch from min(${outbox.createdAt})) * 1000`.mapWith(Number) })
      .from(outbox)
      .where(gte(outbox.createdAt, new Date(start)))
    return Math.round(first!.at)
  }

  /** Before the page's first address: later its sockets could not be heard. */
  function witness(who: string, page: Page) {
    const seen: Witness = { who, page, heard: 0, asked: 0, documents: 0 }
    witnesses.set(who, seen)
    page.on("websocket", (socket) => {
      socket.on("framereceived", ({ payload }) => {
        if (String(payload).startsWith('{"type":')) seen.heard++
      })
    })
    page.on("request", (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) seen.documents++
      else if (request.method() === "GET" && /\.data(\?|$)|\/pushcartexpress\/deliveries/.test(request.url()))
        seen.asked++
    })
  }

  /** Does something, and waits until every sight stands on its page. */
  async function step(what: string, act: (() => Promise<unknown>) | Locator, sights: Sight[]) {
    const start = Date.now()
    const tapped = "click" in act ? tappedAt(act.page()) : null
    const waits = sights.map(async ({ who, selector, text }) => {
      const { page } = witnesses.get(who)!
      const at = await page
        .waitForFunction(
          ([css, source, flags]) => {
            const pattern = new RegExp(source, flags)
            return [...document.querySelectorAll(css)].some((one) => pattern.test(one.textContent))
              ? Date.now()
              : 0
          },
          [selector, typeof text === "string" ? escaped(text) : text.source, ""] as const,
          { timeout: 30_000 },
        )
        .catch(async () => {
          const there = await page.locator(selector).allTextContents()
          throw new Error(`${who} does not see "${text}" after "${what}", but ${JSON.stringify(there)}`)
        })
      return { who, text, at: await at.jsonValue() }
    })
    const [, ...seen] = await Promise.all(["click" in act ? act.click() : act(), ...waits])
    const [change, began] = [await changedSince(start), (await tapped) ?? start]
    for (const { who, text, at } of seen)
      figures.push({ what, who, text: String(text), afterAct: at - began, afterChange: at - change })
  }

  /** From here on no page may be loaded again, nor ask without having heard something. */
  async function open() {
    for (const witness of witnesses.values()) {
      await witness.page.waitForSelector("html[data-live=live]")
      Object.assign(witness, { heard: 0, asked: 0, documents: 0 })
    }
  }

  /** Tells the times, and holds that everything came by message. */
  function close() {
    console.info(table(figures))
    for (const { who, documents, heard, asked } of witnesses.values()) {
      expect({ who, documents }, "was not loaded again").toEqual({ who, documents: 0 })
      expect(heard, `${who} heard of every change`).toBeGreaterThanOrEqual(3)
      expect(asked, `${who} asked when told to, and after own taps`).toBeLessThanOrEqual(heard + OWN_TAPS)
    }
  }

  return { witness, step, open, close }
}

/** When the browser got the next tap: Playwright waits before it until the button holds still. */
const tappedAt = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        addEventListener("click", (tap) => resolve(Math.round(performance.timeOrigin + tap.timeStamp)), {
          capture: true,
          once: true,
        }),
      ),
  )

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

type Figure = { what: string; who: string; text: string; afterAct: number; afterChange: number }

function table(figures: readonly Figure[]): string {
  const lines = figures.map(
    ({ what, who, text, afterAct, afterChange }) =>
      `| ${what} | ${who}: ${text} | ${afterAct} ms | ${afterChange} ms |`,
  )
  return ["| step | seen | after the tap | after the change |", "|---|---|---:|---:|", ...lines].join("\n")
}
