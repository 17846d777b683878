import { vi } from "vitest"
import type { DrivenWindow } from "./driven-window.ts"

const EVENTUALLY = { timeout: 20_000, interval: 100 }
const MARKED = "[data-journey]"

/** What a person does with a page, found by what they read on it. */
export interface Steps {
  open(path: string): Promise<void>
  /** Fills fields by their labels, or by their names where labels repeat; in a select, a value is chosen. */
  fill(values: Record<string, string>): Promise<void>
  check(label: string): Promise<void>
  press(name: string): Promise<void>
  sees(text: string): Promise<void>
  /** Waits for an address, by its path and what of its query is named. */
  isAt(path: string): Promise<void>
}

export function stepsIn(window: DrivenWindow): Steps {
  /** Waits until the page answers with something true; says what stands there instead. */
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
      // A page of one button has no script.
      window.evaluate(
        () =>
          "hydrated" in document.documentElement.dataset || !document.querySelector("script[type=module]"),
      ),
    )
  /** Does something with a control as soon as it can be used; once more where that did not come through. */
  async function use(kind: "field" | "button", name: string, act: () => Promise<boolean>) {
    await isAwake()
    await until(`has no ${kind} "${name}"`, async () => {
      if (!(await window.evaluate(mark, kind, name))) return false
      return act()
    })
  }
  /** The driver aims, then presses: a control that moves in between is missed. A page that went was pressed. */
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

/** Runs in the page. Its address, and what is drawn there. */
function read(): string {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not read
  return `${location.href}: ${document.body.innerText.replace(/\s+/g, " ")}`
}

/** Runs in the page. Tells whether the press came to the marked control, or to a page that took its place. */
function wasReached(): boolean {
  const marked = document.querySelector("[data-journey]")
  return !marked || marked.getAttribute("data-journey") === "reached"
}

/** Runs in the page. Marks the first control of this name that is drawn; answers whether it can be pressed. */
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
    // It may be another control's turn by now: a click beside that one can come here, by a label.
    if (found.hasAttribute("data-journey")) found.setAttribute("data-journey", "reached")
  }
  found.addEventListener("click", reach, { capture: true })
  found.scrollIntoView({ block: "center" })
  const { x, y, width, height } = found.getBoundingClientRect()
  const onTop = document.elementFromPoint(x + width / 2, y + height / 2)
  // While one page fades into the next, nothing can be pressed.
  return kind === "field" || found.contains(onTop)
}
