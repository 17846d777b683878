import { expect, it } from "vitest"
import { BROKEN_WORDS } from "#app/error-words.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { logLines } from "#tests/support/log.ts"
import { useServer } from "#tests/support/server.ts"
import { sessionCookies } from "#tests/support/sessions.ts"

const server = useServer({ env: { LOG_LEVEL: "info" } })
const linesOf = (requestId: string | null) =>
  logLines(server.output()).filter((line) => line.requestId === requestId)

/** Sends a request and waits for its line in the log. */
async function ask(path: string, more: RequestInit = {}) {
  const answer = await fetch(server.url + path, {
    redirect: "manual",
    ...more,
    headers: { origin: server.url, ...(more.headers as Record<string, string>) },
  })
  const requestId = answer.headers.get("x-request-id")
  const own = () => linesOf(requestId).find(({ event }) => event === "request")
  await expect.poll(own).toBeTruthy()
  return { answer, requestId, line: own()! }
}

it("has one line for each request: method, route, status and time, and nothing of what was asked", {
  tags: ["OPS-29"],
}, async () => {
  const market = crypto.randomUUID()
  for (const [path, route, status] of [
    ["/home?zip=zebra", "/home", 422],
    [`/market-info?market=${market}`, "/market-info", 302],
    ["/nothing/for/rosa@example.com", "not found", 404],
    ["/api/v1/nothing", "not found", 404],
    [`/api/v1/market/getMarket/${market}`, "/api/v1/market/getMarket/:id", 401],
  ] as const) {
    const { requestId, line } = await ask(path)
    expect(requestId).toMatch(/^[0-9a-f]{32}$/)
    expect(linesOf(requestId)).toHaveLength(1)
    expect(line).toEqual({
      level: "info",
      time: expect.any(String),
      process: "all",
      version: expect.stringMatching(/^\d+\.\d+\.\d+\+\w+$/),
      requestId,
      route,
      event: "request",
      method: "GET",
      status,
      ms: expect.any(Number),
    })
  }
  for (const said of ["zebra", market, "rosa@example.com"]) expect(server.output()).not.toContain(said)
  await fetch(`${server.url}/api/v1/health`)
  await ask("/home")
  expect(server.output()).not.toContain("/api/v1/health")
})

it("has one line for an error, with the number that the page shows", { tags: ["OPS-29"] }, async () => {
  const { pool } = server.database
  await pool.query("alter table markets rename column name to renamed")
  try {
    for (const [path, status] of [
      ["/home", 500],
      ["/home.data", 500],
      ["/api/v1/market/allmarkets", 500],
    ] as const) {
      const { answer, requestId } = await ask(path)
      expect([path, answer.status]).toEqual([path, status])
      const errors = linesOf(requestId).filter(({ error }) => error)
      expect(errors).toMatchObject([
        {
          level: "error",
          event: "request.failed",
          route: path.replace(/\.data$/, ""),
          error: { code: "42703" },
        },
      ])
      expect(errors[0]?.error?.message).toContain("name")
      expect(errors[0]?.error?.stack).toMatch(/\n +at /)
      const page = await answer.text()
      if (path === "/home") expect(page).toContain(BROKEN_WORDS.number)
      if (path.startsWith("/home")) expect(page).toContain(requestId)
    }
  } finally {
    await pool.query("alter table markets rename column renamed to name")
  }
  // Nothing else was printed for it: there are no lines without a time.
  expect(
    server
      .output()
      .split("\n")
      .filter((line) => /^\s+at /.test(line)),
  ).toEqual([])
})

it("has the request's id in the lines of the jobs that it caused, and no address of a person", {
  tags: ["OPS-29"],
}, async () => {
  const email = `logged-${crypto.randomUUID()}@example.test`
  const { requestId, answer } = await ask("/login?tab=register", {
    method: "POST",
    body: new URLSearchParams({
      email,
      firstName: "Zebulon",
      lastName: "Quack",
      agree: "on",
      password: "Pushcart#2026",
      confirmPassword: "Pushcart#2026",
    }),
  })
  expect(answer.status).toBe(302)
  const job = () =>
    linesOf(requestId).find(({ event, job }) => event === "job.done" && job === "send-welcome-email")
  await expect.poll(job, { timeout: 20_000 }).toMatchObject({
    level: "info",
    jobId: expect.stringMatching(/^ob-/),
    queue: "mail",
  })
  const cookies = await sessionCookies(server, (await aCustomer(server.database.db)).actor)
  await ask("/account", {
    headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") },
  })
  const said = JSON.stringify(logLines(server.output()))
  for (const personal of [email, "Zebulon", "Pushcart#2026", ...cookies.map(({ value }) => value)])
    expect(said).not.toContain(personal)
})

it("says only what is wrong by LOG_LEVEL=warn, which a demo has by itself", {
  tags: ["OPS-29"],
}, async () => {
  await server.restart({ LOG_LEVEL: "" })
  await fetch(`${server.url}/home`)
  await fetch(`${server.url}/login`, { method: "POST", headers: { origin: "https://evil.example" } })
  const told = () => logLines(server.output()).map(({ level, event }) => [level, event])
  await expect.poll(told).toEqual([["warn", "form.from_another_site"]])
})
