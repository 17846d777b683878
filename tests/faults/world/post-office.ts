import { SMTPServer } from "smtp-server"

/** A mail server that stores the Message-ID of every email, so that duplicates have the same one. */
export async function openPostOffice() {
  const names: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      let text = ""
      stream.on("data", (part: Buffer) => {
        text += part
      })
      stream.on("end", () => {
        names.push(/^message-id:\s*(\S+)/im.exec(text)?.[1] ?? text)
        done()
      })
    },
  })
  server.on("error", () => {})
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    messages: () => new Set(names).size,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
