import { expect, it } from "vitest"
import type { LiveSession } from "#core/accounts/find-session.server.ts"
import { rememberedSessions } from "./remembered-sessions.ts"

const aSession = (userId: string) => ({ userId }) as LiveSession

it("forgets who was noted longest ago where there are more than it keeps, and who is nobody any more", {
  tags: ["ACCT-24"],
}, () => {
  const remembered = rememberedSessions(2)
  for (const token of ["a", "b"]) remembered.note(token, aSession(token))
  remembered.note("a", aSession("a"))
  remembered.note("c", aSession("c"))
  expect(["a", "b", "c"].map((token) => remembered.of(token)?.userId)).toEqual(["a", undefined, "c"])
  remembered.note("a", null)
  expect(remembered.of("a")).toBeUndefined()
})
