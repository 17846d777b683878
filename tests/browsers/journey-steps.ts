import { vi } from "vitest"
import type { DrivenWindow } from "./driven-window.ts"

const EVENTUALLY = { timeout: 20_000, interval: 100 }
const MARKED = "[data-journey]"

/** A person's actions on a page, which find controls by their visible text. */
export interface Steps {
  open(path: string): Promise<void>
  /** Fills in fields by their labels, or by their names if labels repeat; in a select, chooses the value. */
  fill(values: Record<string, string>): Promise<void>
  check(label: string): Promise<void>
  press(name: string): Promise<void>
  sees(text: string): Promise<void>
  /** Waits for a URL, by its path and the given parts of its query. */
  isAt(path: string): Promise<void>
}

export function stepsIn(window: DrivenWindow): Steps {
  /** Waits until a function in the page returns something true; on timeout, reports the page's text. */
  async function until(what: string, isSo: () => Promise<unknown>) {
    const ask = async () => {
      if (!(await isSo())) throw new Error("not yet")
    }
    await vi.waitFor(ask, EVENTUALLY).catch(async () => {
      throw new Error(`The page ${what}. It is ${(await window.evaluate(read)).slice(0, 1_000)}`)
    })
  }
  const isAwake = () =>
    until("did not wake up", () =>
      // A page with only one button has no script.
      window.evaluate(
        () =>
          "hydrated" in document.documentElement.dataset || !document.querySelector("script[type=module]"),
      ),
    )
  /** Uses a control as soon as it is enabled; tries once more if that had no effect. */
  async function use(kind: "field" | "button", name: string, act: () => Promise<boolean>) {
    await isAwake()
    await until(`has no ${kind} "${name}"`, async () => {
      if (!(await window.evaluate(mark, kind, name))) return false
      return act()
    })
  }
  /**
   * The driver first locates the control, then presses it; if the control moves in between, the press misses. If the
   * page has been left, the press succeeded.
   */
  async function click(): Promise<boolean> {
    await window.click(MARKED)
    return window.evaluate(wasReached).catch(() => true)
  }
  async function enter(value: string): Promise<boolean> {
    const { tag, has } = await window.evaluate(() => {
      const field = document.querySelector<HTMLInputElement>("[data-journey]")
      return { tag: field?.tagName, has: field?.value }
    })
    if (tag === "SELECT") await window.choose(MARKED, value)
    else if (has !== value) await window.type(MARKED, value)
    return true
  }
  return {
    async open(path) {
      await window.goto(path)
      await isAwake()
    },
    async fill(values) {
      for (const [name, value] of Object.entries(values)) await use("field", name, () => enter(value))
    },
    check: (name) => use("field", name, click),
    press: (name) => use("button", name, click),
    sees: (text) =>
      until(`does not say "${text}"`, () => window.evaluate(read).then((page) => page.includes(text))),
    isAt: (path) =>
      until(`is not at ${path}`, () =>
        window.evaluate((wanted) => (location.pathname + location.search).includes(wanted), path),
      ),
  }
}

/** Runs in the page: its URL and visible text. */
function read(): string {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not read
  return `${location.href}: ${document.body.innerText.replace(/\s+/g, " ")}`
}

/** Runs in the page: whether the press reached the marked control, or a page that replaced it. */
function wasReached(): boolean {
  const marked = document.querySelector("[data-journey]")
  return !marked || marked.getAttribute("data-journey") === "reached"
}

/** Runs in the page: marks the first visible control of this name; returns whether it can be pressed. */
function mark(kind: "field" | "button", name: string): boolean {
  const plain = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim()
  const isDrawn = (element: Element) => element.getClientRects().length > 0
  const nameOf = (element: Element) =>
    element.getAttribute("aria-label") ??
    (kind === "button"
      ? plain(element.textContent)
      : plain((element as HTMLInputElement).labels?.[0]?.textContent))
  const controls = (kind === "button" ? ["button", "a"] : ["input, select, textarea"]).flatMap((selector) => [
    ...document.querySelectorAll(selector),
  ])
  const found =
    controls.find((element) => isDrawn(element) && nameOf(element) === name) ??
    controls.find((element) => isDrawn(element) && element.getAttribute("name") === name) ??
    controls.find((element) => isDrawn(element) && nameOf(element).startsWith(name))
  for (const element of document.querySelectorAll("[data-journey]")) element.removeAttribute("data-journey")
  if (!found) return false
  found.setAttribute("data-journey", "")
  const reach = () => {
    // Another control may be marked by now: a click on its label may arrive here.
    if (found.hasAttribute("data-journey")) found.setAttribute("data-journey", "reached")
  }
  found.addEventListener("click", reach, { capture: true })
  found.scrollIntoView({ block: "center" })
  const { x, y, width, height } = found.getBoundingClientRect()
  const onTop = document.elementFromPoint(x + width / 2, y + height / 2)
  // While one page fades into the next, nothing can be pressed.
  return kind === "field" || found.contains(onTop)
}
