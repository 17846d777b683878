import { describe, expect, it } from "vitest"
import { memberships, users } from "#db/schema/index.ts"
import { checkAgainstDocument } from "#tests/support/api-document.ts"
import { threeImages } from "#tests/support/images.ts"
import { useServer } from "#tests/support/server.ts"
import { givePassword, PASSWORD } from "#tests/support/sign-in.ts"
import { wholeLife } from "./journey.ts"

describe("the API alone", () => {
  const server = useServer()

  it("carries an order through its whole life, from four registrations to two payouts", {
    tags: ["PAYOUT-9", "API-5", "API-24"],
    timeout: 180_000,
  }, async () => {
    const email = "admin@example.test"
    const { db } = server.database
    const [user] = await db
      .insert(users)
      .values({ name: "Ada Admin", email, emailVerified: true })
      .returning()
    await db.insert(memberships).values({ userId: user!.id, role: "admin" })
    await givePassword(db, user!.id)
    const images = await threeImages()

    const life = await wholeLife({
      url: server.url,
      admin: { email, password: PASSWORD },
      images,
      hear: ({ method, url }, response) =>
        checkAgainstDocument(method, new URL(url).pathname.replace("/api/v1", ""), response),
    })
    expect(life.order.status).toBe("delivered")
    expect((await fetch(new URL(life.photo!.url, server.url))).headers.get("content-type")).toMatch(
      /^image\//,
    )
    // The market gets three apples at $3.50 less the processor's fee; the courier gets the delivery fee.
    expect(life.paid.courier).toBe(3.99)
    expect(life.paid.market).toBeGreaterThan(9)
    expect(life.paid.market).toBeLessThan(10.5)
  })
})
