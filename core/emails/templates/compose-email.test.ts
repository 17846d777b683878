import { expect, it } from "vitest"
import { composeEmail, quote } from "./compose-email.ts"

it("quotes several lines as a text area sends them, each with its mark and none that is empty", {
  tags: ["EMAIL-3"],
}, () => {
  const { text, html } = composeEmail({
    subject: "Denied",
    greeting: "Hello Ada,",
    parts: [quote("Please send a sharper photo.\r\nThanks")],
  })
  expect(text).toContain("\n  > Please send a sharper photo.\n  > Thanks\n")
  expect(html).toContain("sharper photo.<br>Thanks")
  expect(text + html).not.toContain("\r")
})
