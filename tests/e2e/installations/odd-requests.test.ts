import { readdirSync } from "node:fs"
import { connect } from "node:net"
import { expect, it } from "vitest"
import { useServer } from "#tests/support/server.ts"

const server = useServer({ env: { TRUSTED_PROXY: "127.0.0.1" } })

const aBuiltFile = () => `/assets/${readdirSync("build/client/assets").find((file) => file.endsWith(".js"))}`

/** The head of the response to a request that is sent byte for byte. */
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
  tags: ["SEC-30", "SEC-74"],
}, async () => {
  const connected = await headOf("CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test:443")
  expect(connected).toMatch(/^http\/1.1 405 /)
  const [page, file] = await Promise.all(
    ["/about", aBuiltFile()].map((path) =>
      headOf(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nHost: evil.test`),
    ),
  )
  for (const two of [page, file]) expect(two).toMatch(/^http\/1.1 400 /)
  for (const head of [connected, page, file]) {
    expect(head).toContain("x-content-type-options: nosniff")
    expect(head).toContain("content-security-policy: default-src 'none'")
  }
  expect(await headOf("GET /about HTTP/1.1\r\nHost: localhost")).toMatch(/^http\/1.1 200 /)
})

it("gives built files to pages of this site alone", { tags: ["SEC-31"] }, async () => {
  const { status, headers } = await fetch(server.url + aBuiltFile())
  expect(status).toBe(200)
  expect(headers.get("cross-origin-resource-policy")).toBe("same-origin")
  expect(headers.get("x-content-type-options")).toBe("nosniff")
})

it("lets no other site embed a page, an answer of the API or an error, but the icon", {
  tags: ["SEC-73"],
}, async () => {
  for (const path of [
    "/about",
    "/login",
    "/nothing-here",
    "/api/v1/markets?zip=10001",
    "/private-images/identity/x",
  ])
    expect([path, (await fetch(server.url + path)).headers.get("cross-origin-resource-policy")]).toEqual([
      path,
      "same-origin",
    ])
  expect((await fetch(`${server.url}/favicon.svg`)).headers.get("cross-origin-resource-policy")).toBeNull()
})

it("keeps browsers to TLS by built files too, and only behind it", { tags: ["SEC-74"] }, async () => {
  for (const path of [aBuiltFile(), "/favicon.svg", "/about"]) {
    const over = async (scheme: string) =>
      (await fetch(server.url + path, { headers: { "x-forwarded-proto": scheme } })).headers.get(
        "strict-transport-security",
      )
    expect([path, await over("https"), await over("http")]).toEqual([
      path,
      "max-age=31536000; includeSubDomains",
      null,
    ])
  }
})
