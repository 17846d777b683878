import { expect, it } from "vitest"
import { DEMO_PASSWORD } from "#core/identity/demo-logins.ts"
import { isCommonPassword } from "./common-passwords.ts"

it("knows common passwords as people make them long enough, in whatever case", {
  tags: ["ACCT-40"],
}, async () => {
  for (const common of [
    "Password@1",
    "Qwerty@123",
    "qWERTY@123",
    "P@ssw0rd12",
    "Pa$$word123",
    "Letmein@2024",
    "Iloveyou#1",
    "Qwertyuiop@",
    "Football1&",
  ])
    expect([common, await isCommonPassword(common)]).toEqual([common, true])
  for (const own of [
    DEMO_PASSWORD,
    "correct#Horse1battery",
    "Password@1 for the Barn",
    "Barrow#2026xy",
    "xK4@pTz9wQ",
  ])
    expect([own, await isCommonPassword(own)]).toEqual([own, false])
})
