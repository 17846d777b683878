import { connect } from "node:net"

/** Sends a request word for word, which HTTP clients would not do, and returns the response's status and body. */
export function rawRequest(url: string, head: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\nConnection: close\r\n\r\n`))
    let text = ""
    const answer = () => ({
      status: Number(text.split(" ")[1]),
      body: text.slice(text.indexOf("\r\n\r\n") + 4),
    })
    socket.on("data", (chunk) => {
      text += chunk
      // The connection may stay open after a response with a Content-Length.
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN)
      if (answer().body.length >= length) socket.end()
    })
    socket.on("close", () => resolve(answer()))
    socket.on("error", reject)
  })
}
