import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { afterAll, afterEach, beforeAll } from "vitest"
import { freePort } from "#server/cli/ports.ts"
import type { DrivenWindow } from "./driven-window.ts"
import { WEBKIT_DRIVER, XVFB } from "./require-engines.ts"

/** The key of an element's reference in WebDriver. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf"

type Cookie = { name: string; value: string }

/**
 * Starts WebKitGTK on its own display; returns a window of a new visitor with these cookies. A window that a driver
 * controls is private, so it rejects what Safari rejects in a private window.
 */
export function useWebkit(site: { url: string }): (cookies: readonly Cookie[]) => Promise<WebkitWindow> {
  let programs: ChildProcess[] = []
  let driver = ""
  let windows: WebkitWindow[] = []
  beforeAll(async () => {
    const port = await freePort()
    const xvfb = spawn(XVFB, ["-displayfd", "1", "-screen", "0", "1400x1000x24"], {
      stdio: ["ignore", "pipe", "ignore"],
    })
    const [display] = await once(createInterface(xvfb.stdout!), "line")
    const webkit = spawn(WEBKIT_DRIVER, [`--port=${port}`], {
      env: { ...process.env, DISPLAY: `:${display}`, LIBGL_ALWAYS_SOFTWARE: "1" },
      stdio: "ignore",
    })
    programs = [webkit, xvfb]
    driver = `http://127.0.0.1:${port}`
    while (!(await fetch(`${driver}/status`).catch(() => null))) await Bun.sleep(50)
  })
  afterEach(async () => {
    for (const window of windows) await window.close()
    windows = []
  })
  afterAll(async () => {
    for (const program of programs) {
      program.kill()
      await once(program, "exit")
    }
  })
  return async (cookies) => {
    const window = await WebkitWindow.open(driver, site.url)
    windows.push(window)
    await window.setCookies(cookies)
    return window
  }
}

/** The commands of W3C WebDriver that the tests need, over plain HTTP. */
export class WebkitWindow implements DrivenWindow {
  private constructor(
    private readonly session: string,
    private readonly origin: string,
  ) {}

  static async open(driver: string, origin: string): Promise<WebkitWindow> {
    const { sessionId } = await ask<{ sessionId: string }>(`${driver}/session`, { capabilities: {} })
    return new WebkitWindow(`${driver}/session/${sessionId}`, origin)
  }

  async setCookies(cookies: readonly Cookie[]): Promise<void> {
    // A cookie can only be set for the site that is open.
    await this.goto("/faq")
    for (const cookie of cookies) await ask(`${this.session}/cookie`, { cookie: { ...cookie, path: "/" } })
  }

  goto = (path: string) => ask(`${this.session}/url`, { url: new URL(path, this.origin).href })
  back = () => ask(`${this.session}/back`, {})
  close = () => ask(this.session, undefined, "DELETE")

  /** Runs a function in the page; everything it uses must be passed as an argument. */
  evaluate<A extends unknown[], R>(run: (...args: A) => R, ...args: A): Promise<R> {
    return ask(`${this.session}/execute/sync`, { script: `return (${run}).apply(null, arguments)`, args })
  }

  async click(selector: string): Promise<void> {
    await ask(`${await this.#find(selector)}/click`, {})
  }

  /** Types into a field; for a file field, the text is the path of a file. */
  async type(selector: string, text: string): Promise<void> {
    await ask(`${await this.#find(selector)}/value`, { text })
  }

  /** Chooses an option of a select by its value; an option without a value has its text as value. */
  async choose(selector: string, value: string): Promise<void> {
    const index = await this.evaluate(
      (select, wanted) =>
        [...document.querySelector<HTMLSelectElement>(select)!.options].findIndex(
          (option) => option.value === wanted,
        ),
      selector,
      value,
    )
    await this.click(`${selector} option:nth-of-type(${index + 1})`)
  }

  async #find(selector: string): Promise<string> {
    const found = await ask<Record<string, string>>(`${this.session}/element`, {
      using: "css selector",
      value: selector,
    })
    return `${this.session}/element/${found[ELEMENT]}`
  }
}

async function ask<R>(url: string, body?: unknown, method = "POST"): Promise<R> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const response = await fetch(url, init)
  const { value } = (await response.json()) as { value: R & { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${method} ${url}: ${value.error} ${value.message}`)
  return value
}
