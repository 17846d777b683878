import { describe, expect, it } from "vitest"
import { isDatabaseOutage } from "./database-outage.ts"

const failed = (message: string, facts: object = {}) => Object.assign(new Error(message), facts)

describe("isDatabaseOutage", { tags: ["OPS-8"] }, () => {
  it.each([
    failed("connect", { code: "ECONNREFUSED" }),
    failed("terminating connection due to administrator command", { code: "57P01" }),
    failed("the database system is starting up", { code: "57P03" }),
    failed("sorry, too many clients already", { code: "53300" }),
    failed("could not extend file", { code: "53100" }),
    failed("cannot execute UPDATE in a read-only transaction", { code: "25006" }),
    failed("canceling statement due to statement timeout", { code: "57014" }),
    failed("canceling statement due to lock timeout", { code: "55P03" }),
    failed("terminating connection due to idle-in-transaction timeout", { code: "25P03" }),
    failed("Connection terminated unexpectedly"),
    failed("timeout exceeded when trying to connect"),
    failed("Failed query: select 1", { cause: failed("connect", { code: "ECONNRESET" }) }),
  ])("knows a database that cannot be asked just now: %s", (error) =>
    expect(isDatabaseOutage(error)).toBe(true),
  )

  it.each([
    failed("duplicate key value violates unique constraint", { code: "23505" }),
    failed("Cannot read properties of undefined"),
    failed("Failed query: selct 1", { cause: failed("syntax error", { code: "42601" }) }),
    "a string",
    undefined,
  ])("leaves a fault of ours what it is: %s", (error) => expect(isDatabaseOutage(error)).toBe(false))
})
