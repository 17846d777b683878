import PostalMime, { type Email } from "postal-mime"
import { SMTPServer } from "smtp-server"
import { decodeEntities } from "#tests/support/decode-entities.ts"

export type ReceivedEmail = Email & {
  readonly envelope: { readonly from: string; readonly to: readonly string[] }
}

/** A mail server that stores the emails it receives. */
export async function startInbox() {
  const emails: ReceivedEmail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope
        const envelope = {
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
        }
        PostalMime.parse(Buffer.concat(chunks)).then((email) => {
          emails.push({ ...email, envelope })
          done()
        }, done)
      })
    },
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", () => ready()))
  const { port } = server.server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Returns the emails received since the last call. Sorted, because concurrent jobs send in any order. */
    take: () => emails.splice(0).sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)),
    stop: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}

const orderOf = ({ subject, envelope }: ReceivedEmail) => `${subject} ${envelope.to.join()}`
/** Headers that differ in every email, or that are recorded in another form anyway. */
const OWN_HEADERS = ["date", "message-id", "from", "to", "subject", "mime-version", "content-type"]

/** Returns an email as people see it. */
export function describeEmail({
  envelope,
  from,
  to,
  subject,
  text,
  html,
  headers,
  attachments,
}: ReceivedEmail): string {
  const address = (one: { name?: string; address?: string } | undefined) => `${one?.name} <${one?.address}>`
  return [
    `From: ${address(from)} (envelope ${envelope.from})`,
    `To: ${(to ?? []).map(({ address }) => address).join(", ")} (envelope ${envelope.to.join(", ")})`,
    `Subject: ${subject}`,
    ...headers.filter(({ key }) => !OWN_HEADERS.includes(key)).map(({ key, value }) => `${key}: ${value}`),
    ...(attachments.length > 0 ? [`Attachments: ${attachments.length}`] : []),
    "\n-- text",
    text?.trim(),
    "\n-- HTML, as it is seen",
    visibleText(html ?? ""),
  ].join("\n")
}

/** Returns the visible text of an HTML email, with each link's URL after its text. */
function visibleText(html: string): string {
  const text = html
    .replace(/<head[\s\S]*?<\/head>/g, "")
    .replace(/<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, "$2 [$1]")
    .replace(/<img\b[^>]*>/g, "(image)")
    .replace(/<br\s*\/?>|<\/p>|<\/tr>/g, "\n")
    .replace(/<\/td>(?=<td)/g, " | ")
    .replace(/<[^>]*>/g, "")
  return decodeEntities(text)
    .replace(/^[\s|]+$/gm, "")
    .replace(/\n{2,}/g, "\n")
    .trim()
}
