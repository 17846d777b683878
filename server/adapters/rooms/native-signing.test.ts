import { expect, it } from "vitest"
import { isServerCall, signCall } from "#party/server-call.ts"
import { nativeSigning } from "./native-signing.ts"

const SECRET = "0123456789abcdef0123456789abcdef"
const call = { method: "POST", path: "/parties", body: '[{"id":"ü"}]' }

it("signs what rooms on PartyKit accept, and accepts what WebCrypto signed", {
  tags: ["LIVE-3"],
}, async () => {
  const ours = await signCall(SECRET, call, nativeSigning)
  expect(await isServerCall(SECRET, { ...call, authorization: ours })).toBe(true)
  const theirs = await signCall(SECRET, call)
  expect(await isServerCall(SECRET, { ...call, authorization: theirs }, nativeSigning)).toBe(true)
})

it("refuses another key, another body, and half a signature", { tags: ["LIVE-3"] }, async () => {
  const right = await signCall(SECRET, call, nativeSigning)
  const wrong = await signCall(`${SECRET}-not`, call, nativeSigning)
  const refused = [
    { ...call, authorization: wrong },
    { ...call, body: "[]", authorization: right },
    { ...call, authorization: right.slice(0, -4) },
    { ...call, authorization: null },
  ]
  for (const one of refused) expect(await isServerCall(SECRET, one, nativeSigning)).toBe(false)
})
