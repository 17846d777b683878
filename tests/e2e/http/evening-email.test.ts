import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { markets, notificationChoices } from "#db/schema/index.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

it("lets a seller choose the evening email and its hour, without JavaScript", {
  tags: ["REACH-109", "NOJS-8"],
}, async () => {
  const { db } = server.database
  const market = await aMarket(db, { timeZone: "America/Denver" })
  const seller = await visitor(server, market.actor)
  const page = await seller.open("/account")
  expect(page.field("Send it at").value).toBe("18")
  expect(page.text).toContain("on your market's clock (Mountain)")
  const chosen = await page.press("Save my choices", {
    "Tomorrow's orders by email": true,
    "New orders by email": false,
  })
  const rows = await db
    .select({ kind: notificationChoices.kind, isOn: notificationChoices.isOn })
    .from(notificationChoices)
    .where(eq(notificationChoices.userId, market.userId))
  expect(rows.sort((a, b) => a.kind.localeCompare(b.kind))).toEqual([
    { kind: "evening", isOn: true },
    { kind: "newOrders", isOn: false },
  ])
  const saved = await chosen.press("Save the hour", { "Send it at": "20" })
  expect(saved.text).toContain("We send it at 8pm.")
  expect(saved.field("Send it at").value).toBe("20")
  const [row] = await db.select().from(markets).where(eq(markets.id, market.id))
  expect(row!.eveningEmailHour).toBe(20)
  const wrong = await seller.post("/account", { intent: "evening-email", hour: "3" })
  expect([wrong.status, wrong.errorAt("hour")]).toEqual([422, "Choose an hour."])
})

it("offers no evening email to anyone else", { tags: ["REACH-109"] }, async () => {
  const customer = await visitor(server, (await aCustomer(server.database.db)).actor)
  expect((await customer.open("/account")).text).not.toContain("Evening email")
  expect((await customer.post("/account", { intent: "evening-email", hour: "20" })).path).not.toBe("/account")
})
