/** A part of an email, in the order in which it is read. */
export type EmailPart =
  | { readonly kind: "text"; readonly text: string }
  /** A link as a button; the plain text shows the address on a line of its own. */
  | { readonly kind: "action"; readonly label: string; readonly url: string }
  /** Set like a receipt: what, how much, and a rule above the strong ones. */
  | { readonly kind: "receipt"; readonly rows: readonly ReceiptRow[] }
  | { readonly kind: "quote"; readonly text: string }
export type ReceiptRow = { readonly label: string; readonly amount: string; readonly strong?: boolean }

export type EmailContent = {
  readonly subject: string
  readonly greeting: string
  readonly parts: readonly EmailPart[]
}
/** Under every email: why it comes, who sends it and, where its kind can be turned off, how to stop it. */
export type EmailFooter = {
  /** A whole sentence. */
  readonly reason: string
  readonly postalAddress: string
  readonly stopUrl?: string
}
export type ComposedEmail = { readonly subject: string; readonly text: string; readonly html: string }

export const text = (value: string): EmailPart => ({ kind: "text", text: value })
export const action = (label: string, url: string): EmailPart => ({ kind: "action", label, url })
/** What somebody wrote; a text area sends its line breaks as CR LF. */
export const quote = (value: string): EmailPart => ({ kind: "quote", text: value.replace(/\r\n?/g, "\n") })
export const receipt = (rows: readonly ReceiptRow[]): EmailPart => ({ kind: "receipt", rows })

const SIGNATURE = "The Pushcart team"

/** Sets one content twice: as plain text, and as HTML that needs no image, font or style sheet from outside. */
export function composeEmail(content: EmailContent, footer: EmailFooter): ComposedEmail {
  const subject = content.subject.replace(/\s+/g, " ").trim()
  return { subject, text: plain(content, footer), html: page(subject, content, footer) }
}

const STOP = "Stop these emails"

const WIDTH = 64

function plain({ greeting, parts }: EmailContent, { reason, stopUrl, postalAddress }: EmailFooter): string {
  const below = [`--\n${reason}`, ...(stopUrl ? [`${STOP}:\n${stopUrl}`] : []), postalAddress]
  return [greeting, ...parts.map(plainPart), SIGNATURE, ...below].join("\n\n").concat("\n")
}

function plainPart(part: EmailPart): string {
  switch (part.kind) {
    case "text":
      return part.text
    case "quote":
      return part.text.replace(/^/gm, "  > ")
    case "action":
      return `${part.label}:\n${part.url}`
    case "receipt":
      return part.rows.map(plainRow).join("\n")
  }
}

function plainRow({ label, amount, strong }: ReceiptRow): string {
  const line = `${label} ${".".repeat(Math.max(3, WIDTH - label.length - amount.length - 2))} ${amount}`
  return strong ? `${"-".repeat(WIDTH)}\n${line}` : line
}

const INK = "#14241a"
const SOFT = "#4d5f52"
const LEAF = "#14532b"
const PAPER = "#f9f5ec"
const CARD = "#fffdf9"
const LINE = "#e1dccf"
const FACE = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Tables and inline styles, because that is what mail programs agree on. */
function page(subject: string, { greeting, parts }: EmailContent, footer: EmailFooter): string {
  const awning = Array.from(
    { length: 12 },
    (_stripe, index) =>
      `<td height="18" style="height:18px;background:${index % 2 ? CARD : LEAF};border-radius:0 0 14px 14px"></td>`,
  ).join("")
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:${PAPER};color:${INK};${FACE};font-size:16px;line-height:1.55">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="560" cellspacing="0" cellpadding="0" style="width:100%;max-width:560px;background:${CARD};border:1px solid ${LINE};border-radius:14px;overflow:hidden">
<tr><td><table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr>${awning}</tr></table></td></tr>
<tr><td style="padding:28px 28px 8px"><p style="margin:0 0 20px;font-size:22px;font-weight:700;color:${LEAF}">Pushcart</p>
<p style="margin:0 0 16px">${escapeHtml(greeting)}</p>
${parts.map(block).join("\n")}
<p style="margin:24px 0;color:${SOFT}">${SIGNATURE}</p></td></tr>
</table>${footing(footer)}</td></tr></table></body></html>
`
}

function footing({ reason, stopUrl, postalAddress }: EmailFooter): string {
  const stop = stopUrl ? ` <a href="${escapeHtml(stopUrl)}" style="color:${LEAF}">${STOP}</a>` : ""
  return `<p style="width:100%;max-width:560px;margin:16px auto 0;font-size:13px;color:${SOFT}">${escapeHtml(reason)}${stop}<br>${escapeHtml(postalAddress)}</p>`
}

function block(part: EmailPart): string {
  switch (part.kind) {
    case "text":
      return `<p style="margin:0 0 16px">${escapeHtml(part.text).replaceAll("\n", "<br>")}</p>`
    case "quote":
      return `<p style="margin:0 0 16px;padding:10px 14px;border-left:4px solid ${LINE};color:${SOFT}">${escapeHtml(part.text).replaceAll("\n", "<br>")}</p>`
    case "action":
      return `<p style="margin:8px 0 24px"><a href="${escapeHtml(part.url)}" style="display:inline-block;padding:12px 22px;border-radius:999px;background:${LEAF};color:#fff;font-weight:600;text-decoration:none">${escapeHtml(part.label)}</a></p>`
    case "receipt":
      return `<table width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 20px;border-collapse:collapse">${part.rows.map(htmlRow).join("")}</table>`
  }
}

function htmlRow({ label, amount, strong }: ReceiptRow): string {
  const cell = `padding:8px 0;border-top:${strong ? `2px solid ${INK}` : `1px dashed ${LINE}`}${strong ? ";font-weight:700" : ""}`
  return `<tr><td style="${cell}">${escapeHtml(label)}</td><td align="right" style="${cell};white-space:nowrap;font-variant-numeric:tabular-nums">${escapeHtml(amount)}</td></tr>`
}

function escapeHtml(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
}
