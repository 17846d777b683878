import { answerOf, createApiClient, ProblemError } from "@pushcart/api-client"
import { describe, expect, it } from "vitest"
import { createTestApi } from "#tests/support/api.ts"
import { useDatabase } from "#tests/support/database.ts"

describe("the API's client", () => {
  const database = useDatabase()
  const aClient = () => {
    const { app } = createTestApi(database)
    return createApiClient("http://pushcart.test", { fetch: async (request) => app.request(request) })
  }

  it("gives a problem, or throws it with its code", { tags: ["API-3"] }, async () => {
    const body = { email: "nobody@example.test", password: "Melons#2026ab" }
    const { data, error, response } = await aClient().POST("/auth/login", { body })
    expect([data, error?.code, response.status]).toEqual([undefined, "wrong_credentials", 401])
    const thrown = await answerOf(aClient().POST("/auth/login", { body })).catch((problem) => problem)
    expect(thrown).toBeInstanceOf(ProblemError)
    expect(thrown.problem).toEqual(error)
  })

  it("answers what was asked for", { tags: ["API-3"] }, async () => {
    const query = { page: 1, limit: 4 }
    const found = await answerOf(aClient().GET("/market/allmarkets", { params: { query } }))
    expect(found).toEqual({ markets: null, pages: 0 })
  })
})
