import { expect, it } from "vitest"
import type { Env } from "../../../../server/config/env.ts"
import { MODE_RULES, type Mode } from "../../../../server/config/modes.ts"
import { welcome } from "./welcome.ts"

const told = (HOST: string, mode: Mode = "demo") =>
  welcome({ HOST, rules: MODE_RULES[mode], PUBLIC_URL: "http://localhost:3000" } as Env)

it("warns of a demo that others can reach: they know its password, and can read its mailbox", {
  tags: ["START-6"],
}, () => {
  for (const host of ["0.0.0.0", "::", "192.168.1.20"]) {
    expect(told(host)).toMatch(/WARNING/)
    expect(told(host)).toContain(host)
  }
  for (const host of ["127.0.0.1", "localhost", "::1"]) expect(told(host)).not.toMatch(/WARNING/)
  expect(told("0.0.0.0", "production")).not.toMatch(/WARNING/)
})

it("names the demo's logins in a demo alone, and the admins' mailbox on a staging site", {
  tags: ["STAGE-2"],
}, () => {
  expect(told("127.0.0.1")).toContain("admin@pushcart.test")
  for (const mode of ["staging", "production"] as const)
    expect(told("0.0.0.0", mode)).not.toMatch(/pushcart\.test|Pushcart#2026/)
  expect(told("0.0.0.0", "staging")).toContain("http://localhost:3000/dev/mailbox (for admins)")
  expect(told("0.0.0.0", "production")).not.toContain("mailbox")
})
