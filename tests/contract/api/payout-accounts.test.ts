import { createApiClient } from "@pushcart/api-client"
import { expect, it } from "vitest"
import { createCardProvider } from "#tests/e2e/api-journey/client.ts"
import { connect } from "#tests/e2e/api-journey/joining.ts"
import { useSandboxApi } from "./sandbox-api.ts"

const server = useSandboxApi()

it("opens a market's payout account at each of its two paths", { tags: ["API-5"] }, async () => {
  const { world, api } = await server.signedInWorld()
  const cookie = await api.signedIn({ userId: world.people.seller, role: "seller" })
  const asked: string[] = []
  const seller = createApiClient("http://pushcart.test", {
    async fetch(request) {
      const path = new URL(request.url).pathname.replace("/api/v1", "")
      asked.push(path)
      const headers = { cookie, "content-type": "application/json" }
      return api.raw(request.method, path, await request.text(), headers)
    },
  })
  const provider = createCardProvider(server.sandbox.base, "pk_test_sandbox")
  const paths = ["/seller/ConnectAccount", "/seller/createMarketAccount"] as const
  for (const path of paths)
    await connect({ ...seller, listen: () => expect.fail() }, path, provider, "seller@example.test")
  expect(asked).toEqual(paths)
})
