import { SpanKind } from "@opentelemetry/api"
import { createTransport } from "nodemailer"
import type { Mail } from "#core/ports/mail.ts"
import { withSpan } from "#core/spans.ts"
import { emailMessage } from "./email-message.ts"

const TIMEOUT_MS = 20_000

/** Sends email over SMTP. `send` throws if the server rejects the email or does not respond; the job retries. */
export function smtpMail(options: {
  url: string
  from: string
  siteUrl: string
  timeoutMs?: number
}): Mail & { close(): void } {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS
  const transport = createTransport({
    url: options.url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  return {
    siteUrl: options.siteUrl,
    async send(message) {
      await withSpan("SMTP", { kind: SpanKind.CLIENT }, () =>
        transport.sendMail(emailMessage(message, options.from)),
      )
    },
    close: () => transport.close(),
  }
}
