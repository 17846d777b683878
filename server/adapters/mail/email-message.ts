import { createHash } from "node:crypto"
import type { SendMailOptions } from "nodemailer"
import type { EmailMessage } from "#core/ports/mail.ts"

/** An email's own name, safe in a file name and in a Message-ID: the same email has the same name. */
export const emailKey = (message: EmailMessage): string =>
  createHash("sha256").update(`${message.id}\n${message.to}`).digest("hex").slice(0, 40)

/** The email for nodemailer, plain and as HTML. The stable Message-ID lets mail programs drop a second copy. */
export function emailMessage(message: EmailMessage, from: string): SendMailOptions {
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? "localhost"
  return {
    from,
    // Nothing that could begin a second header or receiver.
    to: { name: "", address: message.to.replace(/[^\x21-\x7e]|[<>,;:"()]/g, "") },
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: `<${emailKey(message)}@${domain}>`,
    headers: { "Auto-Submitted": "auto-generated", ...unsubscribing(message) },
    textEncoding: "quoted-printable",
  }
}

/** By these a mail program offers its own button (RFC 8058). */
const unsubscribing = ({ unsubscribeUrl: url }: EmailMessage): Record<string, string> =>
  url ? { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}
