import { createECDH, ECDH } from "node:crypto"
import { expect, it } from "vitest"
import { browserKeys } from "./browser-keys.server.ts"

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url")

it("are a point of the curve and sixteen bytes", { tags: ["PUSH-12"] }, () => {
  const p256dh = createECDH("prime256v1").generateKeys("base64url")
  const keys = { p256dh, auth: text(Buffer.alloc(16)) }
  const besideTheCurve = Buffer.from(p256dh, "base64url")
  besideTheCurve[64]! ^= 1
  const wrong = [
    { p256dh: text(Buffer.alloc(65, 4)) },
    { p256dh: text(Buffer.alloc(65)) },
    { p256dh: text(besideTheCurve) },
    { p256dh: ECDH.convertKey(p256dh, "prime256v1", "base64url", "base64url", "compressed") },
    { p256dh: "A" },
    { auth: text(Buffer.alloc(15)) },
    { auth: text(Buffer.alloc(17)) },
  ]
  const isTaken = (others: object) => browserKeys.safeParse({ ...keys, ...others }).success
  for (const others of wrong) expect([others, isTaken(others)]).toEqual([others, false])
  expect(isTaken({})).toBe(true)
})
