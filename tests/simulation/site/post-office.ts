import type { EmailMessage, Mail } from "#core/ports/mail.ts"
import { SITE_URL } from "./keys.ts"
import type { Life } from "./life.ts"

export type PostOffice = Mail & {
  /** The newest link in emails to this address whose path begins with this text. */
  linkTo(address: string, path: string): URL | null
}

/** Stores emails by their ids, as a mail server that detects duplicates does. */
export function postOffice({ life, fails }: { life: () => Life; fails: () => boolean }): PostOffice {
  const messages = new Map<string, EmailMessage>()
  return {
    siteUrl: SITE_URL,
    async send(message) {
      await life().moment()
      if (fails()) throw new Error("The mail server does not answer.")
      messages.set(message.id, message)
      await life().moment()
    },
    linkTo(address, path) {
      const mine = [...messages.values()].filter(({ to }) => to.includes(address)).reverse()
      for (const { text } of mine) {
        const found = text.match(/https?:\/\/\S+/g)?.find((link) => new URL(link).pathname.startsWith(path))
        if (found) return new URL(found)
      }
      return null
    },
  }
}
