import { caniemail } from "caniemail"
import { expect, it } from "vitest"
import { composeEmail } from "./compose-email.server.tsx"
import { Action, PlainLink, Quote, Receipt, Text } from "./email-parts.server.tsx"

const CLIENTS: Parameters<typeof caniemail>[0]["clients"] = ["gmail.*", "apple-mail.*", "outlook.outlook-com"]

/** Features that a client lacks or supports in part, each with the result that its readers see. */
const EXCEPTIONS: Record<string, string> = {
  "color-scheme meta tag": "The client chooses the colors of its dark mode itself.",
  "@media": "The day's colors, or the client's own dark ones: the media query holds colors only.",
  "<style> element": "The day's colors: whatever else is styled is styled inline.",
  "<body> element": "A div with the same background and text in its place.",
  margin: "No negative margin is used; what the client limits is the email's own outer margin.",
  "max-width": "The card has the same width as an attribute.",
  overflow: "The awning's corners are square.",
  "white-space": "A long amount may wrap below its label.",
  display: "The button is a link in bold on its own line.",
  "text-decoration": "The button's text is underlined.",
  "system-ui, ui-serif, ui-sans-serif, ui-rounded, ui-monospace": "The next font of the list.",
}

it("uses nothing that Gmail, Apple Mail and Outlook.com lack, but for what reads well without it", {
  tags: ["EMAIL-3"],
}, async () => {
  const rows = [
    { label: "2 × Melon", amount: "$7.00" },
    { label: "Total", amount: "$7.00", strong: true },
  ]
  const body = (
    <>
      <Text>Thank you for your order.</Text>
      <Quote>{"Ripe ones, please.\nThanks"}</Quote>
      <Receipt rows={rows} />
      <Action href="http://shop.test/order?OrderID=1">View my order</Action>
      <PlainLink href="http://shop.test/map">Directions</PlainLink>
    </>
  )
  const footer = { reason: "You asked.", postalAddress: "1 Test St", stopUrl: "http://shop.test/stop" }
  const { html } = await composeEmail({ subject: "Order", greeting: "Hello Ada,", body }, footer)

  const { errors, warnings } = caniemail({ clients: CLIENTS, html }).issues
  const found = [...errors.values(), ...warnings.values()].flat().map(({ title }) => title)
  expect([...new Set(found)].sort()).toEqual(Object.keys(EXCEPTIONS).sort())
})
