import { expect, it } from "vitest"
import { rawRequest } from "#tests/support/raw-request.ts"
import { withParsableUrl } from "./with-parsable-url.ts"

/** The URL that is read from a request with these raw bytes. */
async function addressOf(head: string): Promise<string> {
  const fetch = (request: Request) => new Response(withParsableUrl(request).url)
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch })
  try {
    return (await rawRequest(server.url.href, head)).body
  } finally {
    await server.stop(true)
  }
}

it("reads the address of a request without a Host, or with one that is no name", {
  tags: ["OPS-26"],
}, async () => {
  expect(await addressOf("GET /home?zip=10001 HTTP/1.0")).toBe("http://localhost/home?zip=10001")
  expect(await addressOf("GET /home HTTP/1.1\r\nHost: [")).toBe("http://localhost/home")
  expect(await addressOf("GET /home HTTP/1.1\r\nHost: a b")).toBe("http://localhost/home")
})

it("leaves every other request as it is", { tags: ["OPS-26"] }, () => {
  const request = new Request("https://pushcart.example/home")
  expect(withParsableUrl(request)).toBe(request)
})
