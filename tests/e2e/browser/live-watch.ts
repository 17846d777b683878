import { gte, sql } from "drizzle-orm"
import type { Locator, Page } from "playwright"
import { expect } from "vitest"
import type { Database } from "#db/client.ts"
import { outbox } from "#db/schema/index.ts"

/** Counts a page's room messages, its own requests, and the documents that it loaded. */
type Witness = { who: string; page: Page; heard: number; asked: number; documents: number }

/** The maximum number of requests caused by a person's taps; polling would send far more during a journey. */
const OWN_TAPS = 5

type Sight = { who: string; selector: string; text: string | RegExp }

/**
 * Watches open pages: what they show must have come through the room, not through a reload or polling. Measures how
 * long after the act, and after the change itself, it was shown. The times are printed but not checked, because a busy
 * machine is not a fault of the product.
 */
export function watchLive(db: () => Database) {
  const witnesses = new Map<string, Witness>()
  const figures: Figure[] = []

  /** The time of the first change since `start`: when its transaction wrote the event. */
  async function changedSince(start: number): Promise<number> {
    const [first] = await db()
      .select({ at: sql`extract(epoch from min(${outbox.createdAt})) * 1000`.mapWith(Number) })
      .from(outbox)
      .where(gte(outbox.createdAt, new Date(start)))
    return Math.round(first!.at)
  }

  /** Call it before the page's first navigation, or its sockets will be missed. */
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

  /** Runs `act` and waits until every sight is visible on its page. */
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

  /** From now on, no page may be loaded again, or send a request without having received a message. */
  async function open() {
    for (const witness of witnesses.values()) {
      await witness.page.waitForSelector("html[data-live=live]")
      Object.assign(witness, { heard: 0, asked: 0, documents: 0 })
    }
  }

  /** Prints the times, and expects that everything came by message. */
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

/** The time of the next tap in the browser: Playwright first waits until the button stops moving. */
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
