import type { Mail } from "#core/ports/mail.ts"
import type { Env } from "#server/config/env.ts"
import { fileMail, mailDirectory } from "./file-mail.ts"

/** Sends email by SMTP if a server is configured, otherwise writes files. A staging site is named in each subject. */
export async function composeMail(env: Env): Promise<{ port: Mail; close(): void }> {
  const { port, close } = await composeTransport(env)
  const { mark } = env.rules
  if (!mark) return { port, close }
  const send: Mail["send"] = (email) => port.send({ ...email, subject: `[${mark.word}] ${email.subject}` })
  return { port: { ...port, send }, close }
}

async function composeTransport(env: Env): Promise<{ port: Mail; close(): void }> {
  const common = { from: env.MAIL_FROM, siteUrl: env.PUBLIC_URL }
  if (!env.SMTP_URL)
    return { port: fileMail({ ...common, directory: mailDirectory(env.DATA_DIR) }), close() {} }
  const { smtpMail } = await import("./smtp-mail.ts")
  const port = smtpMail({ ...common, url: env.SMTP_URL })
  return { port, close: port.close }
}
