import { createHash } from "node:crypto"
import type { SendMailOptions } from "nodemailer"
import type { Letter } from "#core/ports/mail.ts"

/** A letter's own name, safe in a file name and in a Message-ID: the same letter has the same name. */
export const letterKey = (letter: Letter): string =>
  createHash("sha256").update(`${letter.id}\n${letter.to}`).digest("hex").slice(0, 40)

/** The letter for nodemailer, plain and as HTML. The stable Message-ID lets mail programs drop a second copy. */
export function letterMessage(letter: Letter, from: string): SendMailOptions {
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? "localhost"
  return {
    from,
    // Nothing that could begin a second header or receiver.
    to: { name: "", address: letter.to.replace(/[^\x21-\x7e]|[<>,;:"()]/g, "") },
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    messageId: `<${letterKey(letter)}@${domain}>`,
    headers: { "Auto-Submitted": "auto-generated" },
    textEncoding: "quoted-printable",
  }
}
