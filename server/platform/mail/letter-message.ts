import { createHash } from "node:crypto"
import type { SendMailOptions } from "nodemailer"
import type { Letter } from "#core/ports/mail.ts"

/** A letter's own name, safe in a file name and in a Message-ID: the same letter has the same name. */
export const letterKey = (letter: Letter): string =>
  createHash("sha256").update(`${letter.id}\n${letter.to}`).digest("hex").slice(0, 40)

/** The letter as nodemailer takes it. The stable Message-ID lets mail programs drop a second copy. */
export function letterMessage(letter: Letter, from: string): SendMailOptions {
  const host = /@([^>\s]+)/.exec(from)?.[1] ?? "localhost"
  return {
    from,
    to: { name: "", address: letter.to },
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    messageId: `<${letterKey(letter)}@${host}>`,
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
