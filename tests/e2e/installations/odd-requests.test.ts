import { readdirSync } from "node:fs"
import { connect } from "node:net"
import { expect, it } from "vitest"
import { useServer } from "#tests/support/server.ts"

const server = useServer()

/** The head of the answer to a request that is sent word for word. */
function headOf(request: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${request}\r\nConnection: close\r\n\r\n`),
    )
    let text = ""
    socket.on("data", (chunk) => {
      text += chunk
      const end = text.indexOf("\r\n\r\n")
      if (end < 0) return
      resolve(text.slice(0, end).toLowerCase())
      socket.destroy()
    })
    socket.on("error", reject)
  })
}

it("rejects a request to be a proxy and one for two hosts, with headers that protect", {
  tags: ["SEC-30"],
}, async () => {
  const connected = await headOf("CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test:443")
  expect(connected).toMatch(/^http\/1.1 405 /)
  const two = await headOf("GET /about HTTP/1.1\r\nHost: localhost\r\nHost: evil.test")
  expect(two).toMatch(/^http\/1.1 400 /)
  for (const head of [connected, two]) {
    expect(head).toContain("x-content-type-options: nosniff")
    expect(head).toContain("content-security-policy: default-src 'none'")
  }
  expect(await headOf("GET /about HTTP/1.1\r\nHost: localhost")).toMatch(/^http\/1.1 200 /)
})

it("gives built files to pages of this site alone", { tags: ["SEC-31"] }, async () => {
  const name = readdirSync("build/client/assets").find((file) => file.endsWith(".js"))
  const { status, headers } = await fetch(`${server.url}/assets/${name}`)
  expect(status).toBe(200)
  expect(headers.get("cross-origin-resource-policy")).toBe("same-origin")
  expect(headers.get("x-content-type-options")).toBe("nosniff")
})
