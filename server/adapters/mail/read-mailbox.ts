import { readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import PostalMime from "postal-mime"

export type ReadEmail = {
  readonly key: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Every URL in the text, in order. */
  readonly links: string[]
  readonly sentAt: Date
}

const SHOWN = 200

/** The emails in a directory of `.eml` files, newest first. */
export async function readMailbox(directory: string, filter: { to?: string } = {}): Promise<ReadEmail[]> {
  const names = await readdir(directory).catch(() => [] as string[])
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith(".eml"))
      .map(async (name) => ({ name, writtenAt: (await stat(join(directory, name))).mtimeMs })),
  )
  files.sort((a, b) => b.writtenAt - a.writtenAt)
  const messages: ReadEmail[] = []
  for (const { name, writtenAt } of files) {
    if (messages.length === SHOWN) break
    const message = await readEmail(directory, name, writtenAt)
    if (!filter.to || message.to.toLowerCase() === filter.to.toLowerCase()) messages.push(message)
  }
  return messages
}

async function readEmail(directory: string, name: string, writtenAt: number): Promise<ReadEmail> {
  const mail = await PostalMime.parse(await readFile(join(directory, name)))
  const text = mail.text?.trim() ?? ""
  return {
    key: name.replace(/\.eml$/, ""),
    to: mail.to?.[0]?.address ?? "",
    subject: mail.subject ?? "",
    text,
    html: mail.html ?? "",
    links: text.match(/https?:\/\/[^\s<>"]+/g) ?? [],
    sentAt: new Date(writtenAt),
  }
}
