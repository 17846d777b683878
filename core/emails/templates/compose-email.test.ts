import { expect, it } from "vitest"
import { composeEmail, quote } from "./compose-email.ts"

it("quotes several lines as a text area sends them, each with its mark and none that is empty", {
  tags: ["EMAIL-3"],
}, () => {
  const content = {
    subject: "Denied",
    greeting: "Hello Ada,",
    parts: [quote("Please send a sharper photo.\r\nThanks")],
  }
  const { text, html } = composeEmail(content, { reason: "You asked.", postalAddress: "1 Test St" })
  expect(text).toContain("\n  > Please send a sharper photo.\n  > Thanks\n")
  expect(html).toContain("sharper photo.<br>Thanks")
  expect(text + html).not.toContain("\r")
})
