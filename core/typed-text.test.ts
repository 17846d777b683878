import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { oneLine, plainText, readableText } from "./typed-text.ts"

describe("a typed text", () => {
  it.each([
    ["\u200bRosa\u200b\u00ad", "Rosa"],
    ["\u202egnp.exe\u202c", "gnp.exe"],
    ["\u2066Rosa\u2069\u200e\u061c", "Rosa"],
    [" Rosa\u00a0", "Rosa"],
    ["Jose\u0301", "Jos\u00e9"],
    ["Rosa\u0000\u0007\ufeff\ufffc", "Rosa"],
    ["Ro\ud800sa", "Rosa"],
    ["one\r\ntwo\u2028three", "one\ntwo\nthree"],
  ])("loses what nobody sees: %j", (typed, text) => {
    expect(readableText(typed)).toBe(text)
  })

  it.each([
    "\u3164\u3164",
    "\u2800",
    "\u200b",
    "\u00ad\u034f",
    "\u115f\u1160",
    "\ufe0f",
    "\u0301",
    "\u{e0041}",
    "\t\n ",
  ])("is empty where nothing visible is left: %j", (typed) => {
    expect(readableText(typed)).toBe("")
  })

  it.each([
    [
      "joiners between emoji",
      "\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u{1f469}\u{1f3fd}\u200d\u{1f33e} \u2764\ufe0f\u200d\u{1f525}",
    ],
    ["joiners between letters", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u0915\u094d\u200d\u0937"],
    ["the form of a sign", "\u2764\ufe0f 1\ufe0f\u20e3 \u845b\u{e0100}"],
    ["a region's flag", "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"],
  ])("keeps %s", (_what, text) => {
    expect(readableText(text)).toBe(text)
  })

  it("does not change when it is cleaned again, whatever it is", () => {
    const odd = fc.string({ unit: "binary" })
    const signs = fc.constantFrom(
      "\u200d",
      "\u200c",
      "\ufe0f",
      "\u{e0067}",
      "\u{1f3f4}",
      "\u1160",
      "a",
      " ",
      "\u0301",
      "\n",
    )
    fc.assert(
      fc.property(fc.oneof(odd, fc.string({ unit: signs })), (typed) => {
        const text = readableText(typed)
        return readableText(text) === text
      }),
    )
  })

  it("is one line where it has to be, and plain where it is compared", () => {
    expect(oneLine(readableText("one \u2028 two"))).toBe("one two")
    expect(plainText("\uff11\uff12\u200d3")).toBe("123")
  })
})
