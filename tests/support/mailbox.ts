import type { TestServer } from "./server.ts"

export interface ReceivedEmail {
  to: string
  subject: string
  text: string
  links: string[]
}

/** Emails of a step wait ten seconds, in which it can be undone. */
const PATIENCE_MS = 40_000
const POLL_MS = 50

/**
 * Waits for an email in the demo's mailbox, newest first. On timeout, fails with a list of the emails in the mailbox.
 */
export async function waitForEmail(
  server: Pick<TestServer, "url">,
  wanted: { to: string; subject?: string | RegExp },
): Promise<ReceivedEmail> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const messages = await readMailbox(server)
    const found = messages.find(
      (message) => message.to.includes(wanted.to) && matches(message.subject, wanted.subject),
    )
    if (found) return found
    if (Date.now() > deadline)
      throw new Error(
        `No email to ${wanted.to}${wanted.subject ? ` about ${wanted.subject}` : ""}. There are: ${messages.map((l) => `${l.to}: ${l.subject}`).join(", ") || "none"}`,
      )
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

export async function readMailbox(server: Pick<TestServer, "url">): Promise<ReceivedEmail[]> {
  const answer = await fetch(`${server.url}/dev/mailbox.json`)
  if (!answer.ok) throw new Error(`/dev/mailbox.json answers ${answer.status}`)
  return (await answer.json()) as ReceivedEmail[]
}

function matches(subject: string, wanted: string | RegExp | undefined): boolean {
  if (wanted === undefined) return true
  return typeof wanted === "string" ? subject.includes(wanted) : wanted.test(subject)
}
