import { expect, it } from "vitest"
import { currentRequestId, log, openLog, withLogScope } from "#core/log.server.ts"
import { hearLog } from "#tests/support/log.ts"
import { newRequestId, requestIdIn, untraced } from "./request-id.ts"

it("writes one line of JSON an event: time, level, process, version, request's id and route", {
  tags: ["OPS-29"],
}, () => {
  const printed: string[] = []
  openLog({ process: "worker", level: "info", build: "a1b2", write: (line) => void printed.push(line) })
  const requestId = newRequestId()
  withLogScope({ requestId, where: () => ({ route: "/home" }) }, () => log.info("request", { status: 200 }))
  expect(printed).toHaveLength(1)
  expect(printed[0]).toMatch(/^\{[^\n]+\}\n$/)
  expect(JSON.parse(printed[0]!)).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    level: "info",
    process: "worker",
    version: expect.stringMatching(/^\d+\.\d+\.\d+\+a1b2$/),
    requestId,
    route: "/home",
    event: "request",
    status: 200,
  })
})

it("says of an error its code, its message and its stack with the cause's, in one field", {
  tags: ["OPS-29"],
}, () => {
  const lines = hearLog()
  const cause = Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" })
  log.error("job.failed", { error: Object.assign(new Error("mail is down", { cause }), { code: "EMAIL" }) })
  log.error("job.failed", { error: new TypeError("no such thing") })
  log.error("job.failed", { error: "thrown as a text" })
  expect(lines.map(({ error }) => error)).toMatchObject([
    { code: "EMAIL", message: "mail is down" },
    { code: "TypeError", message: "no such thing" },
    { code: "Error", message: "thrown as a text" },
  ])
  expect(lines[0]?.error?.stack).toMatch(/log\.server\.test\.ts[\s\S]+caused by [\s\S]*connection refused/)
})

it("shows nobody's address, key, token or card, whatever text or field they came in", {
  tags: ["OPS-29"],
}, () => {
  const lines = hearLog()
  const secrets = [
    "rosa@example.com",
    "pass-of-the-database",
    "sk_test_4eC39HqLyjWDarjtT1zdp7dc",
    "4242 4242 4242 4242",
    "zebra-search",
    "eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl",
    "hunter2",
  ]
  const text = `550 no such user <${secrets[0]}> at postgres://app:${secrets[1]}@db/pushcart, key ${secrets[2]}, \
card ${secrets[3]}, GET https://pushcart.example/home?q=${secrets[4]} Bearer ${secrets[5]}`
  log.warn("mail.failed", { text, error: new Error(text), password: secrets[6], sent: { token: secrets[6] } })
  const said = JSON.stringify(lines)
  for (const secret of secrets) expect(said).not.toContain(secret)
  expect(said).toContain("550 no such user")
})

it("leaves out what is less severe than LOG_LEVEL, but for what is waited for or kept", {
  tags: ["OPS-29"],
}, () => {
  const lines = hearLog("error")
  for (const level of ["debug", "info", "warn", "error", "always"] as const) log[level](level)
  expect(lines.map(({ event }) => event)).toEqual(["error", "always"])
})

it("takes a request's id along to its jobs without any tracing", { tags: ["OPS-29"] }, () => {
  const requestId = newRequestId()
  const traceparent = withLogScope({ requestId, where: () => ({}) }, () => untraced(currentRequestId()))
  expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
  expect(requestIdIn(traceparent)).toBe(requestId)
  for (const none of [null, undefined, "", "00-xyz-1-00"]) expect(requestIdIn(none)).toBeUndefined()
})
