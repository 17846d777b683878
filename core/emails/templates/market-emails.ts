import { action, type EmailContent, text } from "./compose-email.ts"

type Opened = {
  readonly firstName: string
  readonly market: { readonly id: string; readonly name: string }
  readonly siteUrl: string
}

/** A market takes orders again, and the customer asked to be told. */
export const marketOpenedEmail = ({ firstName, market, siteUrl }: Opened): EmailContent => ({
  subject: `${market.name} takes orders again`,
  greeting: firstName ? `Hello ${firstName},` : "Hello,",
  parts: [
    text(`You asked us to tell you when ${market.name} opens. It takes orders again.`),
    action("See the market", `${siteUrl}/market-info?market=${market.id}`),
    text("You asked once, so this is the only email about it."),
  ],
})
