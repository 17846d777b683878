import { expect, it } from "vitest"
import type { Env } from "../../../../server/config/env.ts"
import { welcome } from "./welcome.ts"

const told = (HOST: string, DEMO = true) =>
  welcome({ HOST, DEMO, PUBLIC_URL: "http://localhost:3000" } as Env)

it("warns of a demo that others can reach: they know its password, and can read its mailbox", {
  tags: ["START-6"],
}, () => {
  for (const host of ["0.0.0.0", "::", "192.168.1.20"]) {
    expect(told(host)).toMatch(/WARNING/)
    expect(told(host)).toContain(host)
  }
  for (const host of ["127.0.0.1", "localhost", "::1"]) expect(told(host)).not.toMatch(/WARNING/)
  expect(told("0.0.0.0", false)).not.toMatch(/WARNING/)
})
