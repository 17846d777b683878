import { render, toPlainText } from "@react-email/render"
import type { ReactNode } from "react"
import { COLORS, Text } from "./email-parts.server.tsx"

export type EmailContent = {
  readonly subject: string
  readonly greeting: string
  /** Made of the components in email-parts. */
  readonly body: ReactNode
}
/** Shown under every email: why it was sent, who sends it and, if its kind can be turned off, how to unsubscribe. */
export type EmailFooter = {
  /** A full sentence. */
  readonly reason: string
  readonly postalAddress: string
  readonly stopUrl?: string
}
export type ComposedEmail = { readonly subject: string; readonly text: string; readonly html: string }

const SIGNATURE = "The Pushcart team"
const STOP = "Stop these emails"

/** Renders an email as HTML that loads nothing from outside, and as the plain text of that HTML. */
export async function composeEmail(content: EmailContent, footer: EmailFooter): Promise<ComposedEmail> {
  const subject = content.subject.replace(/\s+/g, " ").trim()
  const html = await render(<Page subject={subject} content={content} footer={footer} />)
  return { subject, text: `${toPlainText(html, TEXT_OPTIONS)}\n\n${plainFooter(footer)}\n`, html }
}

const plainFooter = ({ reason, stopUrl, postalAddress }: EmailFooter): string =>
  [`--\n${reason}`, ...(stopUrl ? [`${STOP}:\n${stopUrl}`] : []), postalAddress].join("\n\n")

const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Mail programs that ignore this media query show the inline styles. */
const DARK = `@media (prefers-color-scheme: dark) {
  .paper { background: #101a14 !important; color: #e8efe9 !important }
  .card { background: #18251d !important; border-color: #2e4236 !important }
  .brand, .paper a { color: #8fd3a5 !important }
  .paper a.action { background: #8fd3a5 !important; color: #0d1f14 !important }
  .soft { color: #a9bbae !important }
  .stripe { background: #2f7a49 !important }
  .gap { background: #18251d !important }
}`

type PageProps = { readonly subject: string; readonly content: EmailContent; readonly footer: EmailFooter }

/** Uses tables and inline styles, which all mail programs support. */
const Page = ({ subject, content, footer }: PageProps) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <meta name="color-scheme" content="light dark" />
      <title>{subject}</title>
      <style>{DARK}</style>
    </head>
    <body
      className="paper"
      style={{
        margin: 0,
        background: COLORS.paper,
        color: COLORS.ink,
        fontFamily: FONT,
        fontSize: "16px",
        lineHeight: 1.55,
      }}
    >
      <table role="presentation" width="100%" cellSpacing="0" cellPadding="0">
        <tbody>
          <tr>
            <td align="center" style={{ padding: "24px 12px" }}>
              <Card {...content} />
              <Footer {...footer} />
            </td>
          </tr>
        </tbody>
      </table>
    </body>
  </html>
)

const Card = ({ greeting, body }: EmailContent) => (
  <table
    role="presentation"
    className="card"
    width="560"
    cellSpacing="0"
    cellPadding="0"
    style={{
      width: "100%",
      maxWidth: "560px",
      background: COLORS.card,
      border: `1px solid ${COLORS.line}`,
      borderRadius: "14px",
      overflow: "hidden",
    }}
  >
    <tbody>
      <tr>
        <td>
          <Awning />
        </td>
      </tr>
      <tr>
        <td style={{ padding: "28px 28px 8px" }}>
          <p
            data-skip-in-text="true"
            className="brand"
            style={{ margin: "0 0 20px", fontSize: "22px", fontWeight: 700, color: COLORS.leaf }}
          >
            Pushcart
          </p>
          <Text>{greeting}</Text>
          {body}
          <p className="soft" style={{ margin: "24px 0", color: COLORS.soft }}>
            {SIGNATURE}
          </p>
        </td>
      </tr>
    </tbody>
  </table>
)

const Awning = () => (
  <table role="presentation" data-skip-in-text="true" width="100%" cellSpacing="0" cellPadding="0">
    <tbody>
      <tr>
        {Array.from({ length: 12 }, (_stripe, index) => (
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: twelve stripes that never change.
            key={index}
            className={index % 2 ? "gap" : "stripe"}
            height="18"
            style={{
              height: "18px",
              background: index % 2 ? COLORS.card : COLORS.leaf,
              borderRadius: "0 0 14px 14px",
            }}
          />
        ))}
      </tr>
    </tbody>
  </table>
)

const Footer = ({ reason, stopUrl, postalAddress }: EmailFooter) => (
  <p
    data-skip-in-text="true"
    className="soft"
    style={{ width: "100%", maxWidth: "560px", margin: "16px auto 0", fontSize: "13px", color: COLORS.soft }}
  >
    <span>{reason}</span>
    {stopUrl && " "}
    {stopUrl && (
      <a href={stopUrl} style={{ color: COLORS.leaf }}>
        {STOP}
      </a>
    )}
    <br />
    <span>{postalAddress}</span>
  </p>
)

const WIDTH = 64

/** A row of a receipt in plain text, on one line, with dots between label and amount. */
function plainRow(label: string, amount: string, isStrong: boolean): string {
  const line = `${label} ${".".repeat(Math.max(3, WIDTH - label.length - amount.length - 2))} ${amount}`
  return isStrong ? `${"-".repeat(WIDTH)}\n${line}` : line
}

type HtmlNode = {
  readonly name?: string
  readonly data?: string
  readonly attribs?: Readonly<Record<string, string>>
  readonly children?: readonly HtmlNode[]
}

const textOf = ({ data, children = [] }: HtmlNode): string => data ?? children.map(textOf).join("")
const findAll = (node: HtmlNode, name: string): readonly HtmlNode[] =>
  (node.children ?? []).flatMap((child) => (child.name === name ? [child] : findAll(child, name)))

function plainReceipt(table: HtmlNode): string {
  const rows = findAll(table, "tr").map((row) => {
    const [label = "", amount = ""] = findAll(row, "td").map(textOf)
    return plainRow(label, amount, row.attribs?.["data-strong"] === "true")
  })
  return rows.join("\n")
}

const BLOCK = { leadingLineBreaks: 2, trailingLineBreaks: 2 }

/** How html-to-text formats the components of email-parts, which it does not know. */
const TEXT_OPTIONS: Parameters<typeof toPlainText>[1] = {
  formatters: {
    action(link, walk, builder) {
      walk(link.children, builder)
      builder.addInline(":")
      builder.addLineBreak()
      builder.addInline(link.attribs.href, { noWordTransform: true })
    },
    quote(paragraph, walk, builder) {
      builder.openBlock({ leadingLineBreaks: BLOCK.leadingLineBreaks })
      walk(paragraph.children, builder)
      builder.closeBlock({
        trailingLineBreaks: BLOCK.trailingLineBreaks,
        blockTransform: (text) => text.replace(/^/gm, "  > "),
      })
    },
    receipt(table, _walk, builder) {
      builder.openBlock({ leadingLineBreaks: BLOCK.leadingLineBreaks, isPre: true })
      builder.addLiteral(plainReceipt(table))
      builder.closeBlock({ trailingLineBreaks: BLOCK.trailingLineBreaks })
    },
  },
  selectors: ["action", "quote", "receipt"].map((part) => ({
    selector: `[data-text=${part}]`,
    format: part,
  })),
}
