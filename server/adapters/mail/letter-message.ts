import { createHash } from "node:crypto"
import addressparser from "nodemailer/lib/addressparser"
import { encodeWords, foldLines, isPlainText, quoteString } from "nodemailer/lib/mime-funcs"
import { encode, wrap } from "nodemailer/lib/qp"
import type { Letter } from "#core/ports/mail.ts"

/** A letter's own name, safe in a file name and in a Message-ID: the same letter has the same name. */
export const letterKey = (letter: Letter): string =>
  createHash("sha256").update(`${letter.id}\n${letter.to}`).digest("hex").slice(0, 40)

/** A letter ready to be sent: from whom and to whom for the mail server, and every byte of it. */
export type LetterMessage = { readonly envelope: { from: string; to: string[] }; readonly raw: string }

/**
 * The letter as it goes over the wire, plain and as HTML. Put together from nodemailer's parts and not by its composer,
 * whose streams cost ten times as much. The stable Message-ID lets mail programs drop a
 * second copy.
 */
export function letterMessage(letter: Letter, from: string): LetterMessage {
  const [sender] = addressparser(from, { flatten: true })
  const address = sender?.address || from
  const boundary = `=_${letterKey(letter)}`
  // Nothing that could begin a second header or receiver.
  const to = letter.to.replace(/[^\x21-\x7e]|[<>,;:"()]/g, "")
  const headers = {
    "Auto-Submitted": "auto-generated",
    From: sender?.name ? `${phrase(sender.name)} <${address}>` : address,
    To: to,
    Subject: words(letter.subject),
    "Message-ID": `<${letterKey(letter)}@${address.split("@").at(-1) || "localhost"}>`,
    Date: new Date().toUTCString().replace("GMT", "+0000"),
    "MIME-Version": "1.0",
    "Content-Type": `multipart/alternative; boundary="${boundary}"`,
  }
  const head = Object.entries(headers).map(([name, value]) => foldLines(`${name}: ${value}`))
  const parts = [part("plain", letter.text), part("html", letter.html)]
  const body = parts.map((lines) => `--${boundary}${EOL}${lines}${EOL}`).join("")
  return {
    envelope: { from: address, to: [to] },
    raw: `${head.join(EOL)}${EOL}${EOL}${body}--${boundary}--${EOL}`,
  }
}

const EOL = "\r\n"

const part = (kind: "plain" | "html", content: string) =>
  [
    `Content-Type: text/${kind}; charset=utf-8`,
    "Content-Transfer-Encoding: quoted-printable",
    "",
    wrap(encode(content.replace(/\r?\n/g, EOL))),
  ].join(EOL)

const words = (value: string) =>
  (isPlainText(value) ? value : encodeWords(value, "Q", 52)).replace(/[\r\n]+ ?/g, " ")
const phrase = (name: string) => (isPlainText(name) ? quoteString(name) : encodeWords(name, "Q", 52, true))
