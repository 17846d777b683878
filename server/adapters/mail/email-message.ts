import { createHash } from "node:crypto"
import type { SendMailOptions } from "nodemailer"
import type { EmailMessage } from "#core/ports/mail.ts"

/** The email's key, safe to use in a file name and in a Message-ID. The same email always has the same key. */
export const emailKey = (message: EmailMessage): string =>
  createHash("sha256").update(`${message.id}\n${message.to}`).digest("hex").slice(0, 40)

/** The email for nodemailer, plain and as HTML. The stable Message-ID lets mail programs drop a second copy. */
export function emailMessage(message: EmailMessage, from: string): SendMailOptions {
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? "localhost"
  return {
    from,
    // Removes characters that could start a second header or recipient.
    to: { name: "", address: message.to.replace(/[^\x21-\x7e]|[<>,;:"()]/g, "") },
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: `<${emailKey(message)}@${domain}>`,
    headers: { "Auto-Submitted": "auto-generated", ...unsubscribing(message) },
    textEncoding: "quoted-printable",
  }
}

/** Headers for the mail program's own unsubscribe button (RFC 8058). */
const unsubscribing = ({ unsubscribeUrl: url }: EmailMessage): Record<string, string> =>
  url ? { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}
