import { expect, it } from "vitest"
import { composeEmail } from "./compose-email.server.tsx"
import { Action, Quote, Receipt, Text } from "./email-parts.server.tsx"

const FOOTER = { reason: "You asked.", postalAddress: "1 Test St" }
const compose = (body: React.ReactNode, footer: Parameters<typeof composeEmail>[1] = FOOTER) =>
  composeEmail({ subject: "Order\n 1 ", greeting: "Hello Ada,", body }, footer)

it("quotes several lines as a text area sends them, each with its mark and none that is empty", {
  tags: ["EMAIL-3"],
}, async () => {
  const { text, html } = await compose(<Quote>{"Please send a sharper photo.\r\nThanks"}</Quote>)
  expect(text).toContain("\n  > Please send a sharper photo.\n  > Thanks\n")
  expect(html).toMatch(/sharper photo\.<br\/?>Thanks/)
  expect(text + html).not.toContain("\r")
})

it("reads the same as plain text: each part a paragraph, links and money on lines of their own", {
  tags: ["EMAIL-3"],
}, async () => {
  const { subject, text } = await compose(
    <>
      <Text>{'Thank you, "Dot & Sons" <Fruit>.'}</Text>
      <Receipt
        rows={[
          { label: "2 × Melon", amount: "$7.00" },
          { label: "Total", amount: "$7.00", strong: true },
        ]}
      />
      <Action href="http://shop.test/order?OrderID=1&a=b">View my order</Action>
    </>,
    { ...FOOTER, stopUrl: "http://shop.test/stop?a=1&b=2" },
  )
  expect(subject).toBe("Order 1")
  expect(text).toBe(`Hello Ada,

Thank you, "Dot & Sons" <Fruit>.

2 × Melon ${".".repeat(48)} $7.00
${"-".repeat(64)}
Total ${".".repeat(52)} $7.00

View my order:
http://shop.test/order?OrderID=1&a=b

The Pushcart team

--
You asked.

Stop these emails:
http://shop.test/stop?a=1&b=2

1 Test St
`)
})
