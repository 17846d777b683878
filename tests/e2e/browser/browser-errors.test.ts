import { expect, it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { logLines } from "#tests/support/log.ts"
import { useServer } from "#tests/support/server.ts"

/** Its own installation, because the test reads its log. */
const server = useServer()
const browser = useBrowser()
const reports = () => logLines(server.output()).filter(({ event }) => event === "browser.error")

it("logs what breaks on a page with page, build and engine, and nothing of whom it happened to", {
  tags: ["OPS-30"],
}, async () => {
  for (const problem of [/broken for/, /refused/, /Content Security Policy/, /inline script/])
    browser.expectProblem(problem)
  const page = await browser.visit(server.url)
  await page.goto("/home?zip=10001")
  await page.locator("html[data-small]").waitFor()
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError("broken for rosa@example.com")
    })
    void Promise.reject(new Error("refused"))
    const script = document.createElement("script")
    script.textContent = "window.planted = true"
    document.head.append(script)
    dispatchEvent(new CustomEvent("pushcart:broken", { detail: new Error("React's") }))
  })
  await expect.poll(reports).toHaveLength(4)
  const said = (code: string, message: string) => ({
    level: "warn",
    route: "/browser-errors",
    requestId: expect.any(String),
    page: "/home",
    build: expect.stringMatching(/^[\w.-]{8,}$/),
    engine: expect.stringMatching(/^Blink \d+$/),
    error: { code, message: expect.stringContaining(message), stack: expect.any(String) },
  })
  expect(reports()).toEqual(
    expect.arrayContaining(
      [
        said("error", "broken for <email>"),
        said("rejection", "refused"),
        said("policy", "script-src-elem inline"),
        said("error", "React's"),
      ].map((line) => expect.objectContaining(line)),
    ),
  )
  expect(server.output()).not.toMatch(/rosa@|10001/)
})

it("takes ten reports a minute from one address, and none that is large, odd or another site's", {
  tags: ["OPS-30"],
}, async () => {
  const report = { kind: "error", message: "limited", stack: "", page: "/home", build: "b1" }
  const send = async (from: string, body: string, more: Record<string, string> = {}) =>
    (
      await fetch(`${server.url}/browser-errors`, {
        method: "POST",
        headers: { origin: server.url, "x-forwarded-for": from, ...more },
        body,
      })
    ).status
  const statuses: number[] = []
  for (let times = 0; times < 11; times += 1) statuses.push(await send("203.0.113.1", JSON.stringify(report)))
  expect(statuses).toEqual([...Array<number>(10).fill(204), 429])
  const limited = () => reports().filter(({ error }) => error?.message === "limited")
  await expect.poll(limited).toHaveLength(10)
  expect(await send("203.0.113.2", JSON.stringify({ ...report, message: "x".repeat(9_000) }))).toBe(413)
  expect(await send("203.0.113.2", JSON.stringify({ ...report, kind: "visit" }))).toBe(422)
  expect(await send("203.0.113.2", "not JSON")).toBe(422)
  expect(await send("203.0.113.2", JSON.stringify(report), { origin: "https://evil.example" })).toBe(403)
  expect(await send("203.0.113.2", JSON.stringify({ ...report, page: "/x/rosa@example.com" }))).toBe(204)
  await expect.poll(() => reports().at(-1)).toMatchObject({ page: "not found" })
  expect(limited()).toHaveLength(11)
})
