import { Hono } from "hono"
import { expect, it } from "vitest"
import { ownHosts } from "./own-hosts.ts"

const statusOf = async (url: string, env = { PUBLIC_URL: "https://pushcart.example", HOST: "0.0.0.0" }) => {
  const app = new Hono().use(ownHosts(env)).all("*", (c) => c.text("here"))
  return (await app.request(url)).status
}

it("answers under the site's name, this machine's and bare addresses", { tags: ["SEC-10"] }, async () => {
  for (const url of [
    "https://pushcart.example/home",
    "http://localhost:3000/home",
    "http://127.0.0.1:3000/home",
    "http://[::1]:3000/home",
    "http://192.168.1.20:3000/home",
  ])
    expect([url, await statusOf(url)]).toEqual([url, 200])
  const here = { PUBLIC_URL: "http://localhost:3000", HOST: "stall.local" }
  expect(await statusOf("http://stall.local:3000/home", here)).toBe(200)
})

it("answers no page and no call under any other name, which a page elsewhere may have pointed here", {
  tags: ["SEC-10"],
}, async () => {
  for (const url of [
    "http://evil.test/dev/mailbox.json",
    "http://evil.test:3000/api/v1/auth/login",
    "http://localhost.evil.test/home",
    "http://127.0.0.1.evil.test/home",
    "http://pushcart.example.evil.test/home",
  ])
    expect([url, await statusOf(url)]).toEqual([url, 421])
})

it("tells load balancers and monitors how it is, whatever they call it", { tags: ["SEC-10"] }, async () => {
  for (const path of ["/api/v1/live", "/api/v1/health", "/api/v1/ready", "/metrics"])
    expect([path, await statusOf(`http://web:3000${path}`)]).toEqual([path, 200])
})
