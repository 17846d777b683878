import { access, mkdir } from "node:fs/promises"
import { join } from "node:path"
import type { EmailMessage, Mail } from "#core/ports/mail.ts"
import { writeAtomically } from "../files/write-atomically.ts"
import { emailKey, emailMessage } from "./email-message.ts"

/** The folder of the emails in a data directory. */
export const mailDirectory = (dataDir: string): string => join(dataDir, "mail")

/** Writes emails as `.eml` files, which any mail program opens. The same email is written once. */
export function fileMail(options: { directory: string; from: string; siteUrl: string }): Mail {
  const { directory, from, siteUrl } = options
  return {
    siteUrl,
    async send(email) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const path = join(directory, `${emailKey(email)}.eml`)
      if (await exists(path)) return
      await writeAtomically(path, await compose(email, from), { isFlushed: true })
    },
  }
}

/** nodemailer is loaded with the first email, because web processes send none. */
async function compose(email: EmailMessage, from: string): Promise<Buffer> {
  const { createTransport } = await import("nodemailer")
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" })
  const { message } = await transport.sendMail(emailMessage(email, from))
  if (!Buffer.isBuffer(message)) throw new Error("nodemailer returned a stream instead of the whole email.")
  return message
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
