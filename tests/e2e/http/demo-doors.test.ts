import { statSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { useSharedServer } from "#tests/support/server.ts"
import { sandboxOf } from "#tests/support/site-sandbox.ts"

const server = useSharedServer()

it("has no way through the site to the sandbox's own switches, however the path is spelled", {
  tags: ["SANDBOX-14"],
}, async () => {
  const { secretKey } = sandboxOf(server)
  const headers = { authorization: `Bearer ${secretKey}` }
  const direct = await fetch(`${server.sandboxUrl}/_sandbox/deliveries`, { headers })
  expect(direct.status).toBe(200)
  for (const path of [
    "/_sandbox/health",
    "/%5Fsandbox/health",
    "//_sandbox/health",
    "/%5fsandbox/deliveries",
    "/v1//..%2f_sandbox/health",
    "/_sandbox%2Fhealth",
    "/_SANDBOX/health",
  ])
    expect([path, (await fetch(`${server.url}/dev/stripe${path}`, { headers })).status]).toEqual([path, 404])
})

it("keeps cards, names and keys in files of their owner alone", { tags: ["SANDBOX-14"] }, () => {
  for (const file of ["keys.json", "stripe-sandbox.sqlite", "stripe-sandbox.sqlite-wal"])
    expect([file, statSync(join(server.dataDir, file)).mode & 0o777]).toEqual([file, 0o600])
})

it("shows no mailbox to a page whose name was pointed at this machine", { tags: ["SEC-10"] }, async () => {
  const ask = (host: string) => fetch(`${server.url}/dev/mailbox.json`, { headers: { host } })
  expect((await ask(new URL(server.url).host)).status).toBe(200)
  const rebound = await ask("evil.test")
  expect(rebound.status).toBe(421)
  expect(await rebound.text()).toContain(`Open ${server.url} instead.`)
  expect(rebound.headers.get("x-content-type-options")).toBe("nosniff")
})

it("rejects what is no socket with the headers that every answer has", { tags: ["SEC-1"] }, async () => {
  for (const name of ["notifications", "__proto__"]) {
    const answer = await fetch(`${server.url}/api/v1/sockets/${name}`)
    expect([name, answer.status]).toEqual([name, 401])
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'self'")
  }
})
