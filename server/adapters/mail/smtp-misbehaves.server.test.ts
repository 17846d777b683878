import { createServer, type Server, type Socket } from "node:net"
import { SMTPServer } from "smtp-server"
import { afterEach, expect, it } from "vitest"
import type { EmailMessage } from "#core/ports/mail.ts"
import { smtpMail } from "#server/adapters/mail/smtp-mail.ts"

const message: EmailMessage = {
  id: "ob-1-send-welcome-email",
  to: "ada@example.test",
  subject: "Welcome",
  text: "Hello",
  html: "<p>Hello</p>",
}
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

function mailTo(server: Server) {
  const address = server.address()
  const port = typeof address === "object" ? address?.port : 0
  const url = `smtp://127.0.0.1:${port}`
  const mail = smtpMail({ url, from: "Pushcart <hello@pushcart.test>", siteUrl: "http://x", timeoutMs: 300 })
  closing.push(() => mail.close())
  return mail
}

it.each<[string, (socket: Socket) => void]>([
  ["never greets", () => undefined],
  ["is too busy", (socket) => socket.write("421 too busy\r\n")],
  ["is no mail server", (socket) => socket.write("HTTP/1.1 200 OK\r\n\r\n")],
  ["hangs up at once", (socket) => socket.destroy()],
  ["stops in the middle of its greeting", (socket) => socket.write("220 mail.exam")],
])(
  "throws in time, so that the job tries again, when the server %s",
  async (_, act) => {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on("error", () => undefined)
      act(socket)
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    closing.push(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    await expect(mailTo(server).send(message)).rejects.toBeInstanceOf(Error)
  },
  5_000,
)

it("throws while the server rejects the email or hangs up on it, and sends it when the server is well again", {
  tags: ["EMAIL-8"],
}, async () => {
  const taken: string[] = []
  let mood: "rejects" | "hangs up" | "well" = "rejects"
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      let text = ""
      stream.on("data", (part: Buffer) => {
        text += part
      })
      stream.on("end", () => {
        if (mood === "rejects") return done(Object.assign(new Error("try later"), { responseCode: 451 }))
        if (mood === "hangs up") return connections.get(session.id)?.destroy()
        taken.push(text)
        done()
      })
    },
    onConnect(session, done) {
      const socket = last
      if (socket) connections.set(session.id, socket)
      done()
    },
  })
  const connections = new Map<string, Socket>()
  let last: Socket | undefined
  smtp.server.prependListener("connection", (socket: Socket) => {
    last = socket
  })
  smtp.on("error", () => undefined)
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve))
  closing.push(() => smtp.close(() => undefined))
  const mail = mailTo(smtp.server)
  await expect(mail.send(message)).rejects.toMatchObject({ responseCode: 451 })
  mood = "hangs up"
  await expect(mail.send(message)).rejects.toBeInstanceOf(Error)
  mood = "well"
  await mail.send(message)
  expect(taken).toHaveLength(1)
  expect(taken[0]).toContain("Subject: Welcome")
})
