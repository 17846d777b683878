import { action, type EmailContent, text } from "./compose-email.ts"

type Opened = {
  readonly firstName: string
  readonly market: { readonly id: string; readonly name: string }
  readonly siteUrl: string
}

/** A market takes orders again, and the customer asked to be told. */
export const marketOpenedEmail = ({ firstName, market, siteUrl }: Opened): EmailContent => ({
  subject: `${market.name} is taking orders again`,
  greeting: firstName ? `Hello ${firstName},` : "Hello,",
  parts: [
    text(`You asked us to let you know when ${market.name} opens. It's taking orders again.`),
    action("See the market", `${siteUrl}/market-info?market=${market.id}`),
    text("This is the only email you'll get about it."),
  ],
})
