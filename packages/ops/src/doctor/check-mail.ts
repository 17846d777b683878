import { createTransport } from "nodemailer"
import { type Finding, off, type ReadableSettings, unreachable, works, wrong } from "./finding.ts"

const SERVICE = "Mail"
const WITHIN_MS = 6_000

/** Greets the mail server and logs in; nothing is sent. */
export async function checkMail({ SMTP_URL: url }: ReadableSettings): Promise<Finding> {
  if (!url)
    return off(
      SERVICE,
      "not configured: emails are files, read at /dev/mailbox in a demo, and by admins on a staging site (SMTP_URL).",
    )
  const timeouts = { connectionTimeout: WITHIN_MS, greetingTimeout: WITHIN_MS, socketTimeout: WITHIN_MS }
  const transport = createTransport({ url, ...timeouts })
  try {
    await transport.verify()
    return works(SERVICE, "the server answers, and lets us in.")
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EAUTH"))
      return unreachable(SERVICE, error, "SMTP_URL")
    return wrong(
      SERVICE,
      "the server rejects the login in SMTP_URL.",
      "Check user and password; characters like @ : / in them are written as %40 %3A %2F.",
    )
  } finally {
    transport.close()
  }
}
