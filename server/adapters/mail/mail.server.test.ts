import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import PostalMime, { type Email } from "postal-mime"
import { SMTPServer } from "smtp-server"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { EmailMessage } from "#core/ports/mail.ts"
import { fileMail } from "#server/adapters/mail/file-mail.ts"
import { smtpMail } from "#server/adapters/mail/smtp-mail.ts"
import { mailbox } from "#server/dev/mailbox.ts"

const message: EmailMessage = {
  id: "ob-7-send-welcome-email",
  to: "ada@example.test",
  subject: "Grüße, <b>Ada</b>",
  text: "Open this:\nhttp://localhost:3000/email-confirmed?user=customer&id=abc\n\n<script>alert(1)</script>",
  html: "<p>Open this</p>",
}
const common = { from: "Pushcart <hello@pushcart.test>", siteUrl: "http://localhost:3000" }

const mailboxOf = (directory: string) => mailbox({ directory, title: "Demo mailbox", readers: "everybody" })

describe("emails in files", () => {
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "pushcart-mail-"))
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  it("are written once, however often a job sends them", { tags: ["EMAIL-5"] }, async () => {
    const mail = fileMail({ ...common, directory })
    await Promise.all([mail.send(message), mail.send(message)])
    await mail.send(message)
    await mail.send({ ...message, id: "ob-8-send-welcome-email" })
    expect(readdirSync(directory).filter((name) => name.endsWith(".eml"))).toHaveLength(2)
    expect(readdirSync(directory)).toHaveLength(2)
  })

  it("are read at /dev/mailbox.json newest first, with their links, for one person or all", {
    tags: ["EMAIL-6"],
  }, async () => {
    const mail = fileMail({ ...common, directory })
    await mail.send(message)
    await mail.send({ ...message, id: "2", to: "bob@example.test", subject: "Second" })
    writeFileSync(join(directory, "x.eml.123.part"), "half a lett")
    const app = mailboxOf(directory)
    const all = await (await app.request("/dev/mailbox.json")).json()
    expect(all.map((l: EmailMessage) => l.subject)).toEqual(["Second", message.subject])
    const [ada] = await (await app.request("/dev/mailbox.json?to=ADA@example.test")).json()
    expect(ada).toEqual({
      to: message.to,
      subject: message.subject,
      text: message.text,
      links: ["http://localhost:3000/email-confirmed?user=customer&id=abc"],
    })
  })

  it("are shown with their links and nothing that runs", { tags: ["EMAIL-6"] }, async () => {
    await fileMail({ ...common, directory }).send(message)
    const page = await (await mailboxOf(directory).request("/dev/mailbox")).text()
    expect(page).toContain('<a href="http://localhost:3000/email-confirmed?user=customer&amp;id=abc">')
    expect(page).not.toContain("<script>alert")
    expect(page).not.toContain("<b>Ada")
  })

  it("arrive with every letter of every alphabet, in lines that every mail server takes", {
    tags: ["EMAIL-7"],
  }, async () => {
    const subject = `Ihre Bestellung bei „Äpfel & Söhne“ — ${"日本の市場 🍎 ".repeat(12)}`.trim()
    const strange = {
      ...message,
      subject,
      text: `Ünïcödé 🍉\n.\nFrom here\n${"long ".repeat(400)}end`,
      html: `<p>${"Ä".repeat(2000)}</p>`,
    }
    await fileMail({ ...common, from: "Pushcart Gemüse <hello@pushcart.test>", directory }).send(strange)
    const [file] = readdirSync(directory)
    const raw = readFileSync(join(directory, file!), "utf8")
    expect(raw).toMatch(/^[\r\n\x20-\x7e]*$/)
    expect(raw.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/)
    expect(Math.max(...raw.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(78)
    const read = await PostalMime.parse(raw)
    expect(read).toMatchObject({
      subject,
      from: { name: "Pushcart Gemüse", address: "hello@pushcart.test" },
      to: [{ address: message.to }],
    })
    expect([read.text?.trim(), read.html?.trim()]).toEqual([strange.text, strange.html])
    expect(Math.abs(Date.parse(read.date ?? "") - Date.now())).toBeLessThan(60_000)
  })

  it("offer a mail program's own button where they can be turned off, and nowhere else", {
    tags: ["REACH-5"],
  }, async () => {
    const unsubscribeUrl = "http://localhost:3000/unsubscribe?code=a.customer.orderSteps.b"
    await fileMail({ ...common, directory }).send({ ...message, unsubscribeUrl })
    const [file] = readdirSync(directory)
    const unfolded = readFileSync(join(directory, file!), "utf8").replace(/\r\n[ \t]/g, " ")
    expect(unfolded).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`)
    expect(unfolded).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click")
    rmSync(join(directory, file!))
    await fileMail({ ...common, directory }).send(message)
    const [plain] = readdirSync(directory)
    expect(readFileSync(join(directory, plain!), "utf8")).not.toContain("List-Unsubscribe")
  })

  it("cannot be made to carry a second header or receiver", { tags: ["EMAIL-7"] }, async () => {
    const two = "ada@example.test\r\nBcc: eve@example.test"
    await fileMail({ ...common, directory }).send({ ...message, to: two, subject: "Hi" })
    expect(
      readdirSync(directory)
        .map((name) => readFileSync(join(directory, name), "utf8"))
        .join(),
    ).not.toMatch(/^bcc/im)
    for (const name of readdirSync(directory)) rmSync(join(directory, name))
    await fileMail({ ...common, directory }).send({ ...message, subject: "Hi\r\nBcc: eve@example.test" })
    const [sent] = await (await mailboxOf(directory).request("/dev/mailbox.json")).json()
    expect(sent.to).toBe(message.to)
    expect(sent.subject).toContain("Bcc: eve")
  })
})

describe("emails over SMTP", () => {
  it("arrive whole and carry the same Message-ID when sent again", { tags: ["EMAIL-5"] }, async () => {
    const arrived: Email[] = []
    const server = await startSmtp((mail) => arrived.push(mail))
    const mail = smtpMail({ ...common, url: server.url })
    await mail.send(message)
    await mail.send(message)
    mail.close()
    expect(arrived.map(({ subject, to, from }) => [subject, to?.[0]?.address, from?.address])).toEqual(
      Array(2).fill([message.subject, "ada@example.test", "hello@pushcart.test"]),
    )
    expect(new Set(arrived.map((a) => a.messageId)).size).toBe(1)
    expect(arrived[0]!.text?.trim()).toBe(message.text)
    await server.close()
  })

  it("throw when the server rejects, so that the job tries again", { tags: ["EMAIL-8"] }, async () => {
    const server = await startSmtp(() => {
      throw new Error("mailbox full")
    })
    const mail = smtpMail({ ...common, url: server.url })
    await expect(mail.send(message)).rejects.toThrow(/mailbox full/)
    mail.close()
    await server.close()
  })
})

async function startSmtp(receive: (mail: Email) => void) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    async onData(stream, _session, done) {
      try {
        receive(await PostalMime.parse(new Uint8Array(await new Response(stream as never).arrayBuffer())))
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", () => ready()))
  const { port } = server.server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}
