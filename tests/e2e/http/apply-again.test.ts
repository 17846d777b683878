import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { couriers, markets } from "#db/schema/index.ts"
import { anImage } from "#tests/support/factories/images.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aCourier } from "#tests/support/factories/people.ts"
import { aPhoto, notAPhoto, tooLargePhoto } from "#tests/support/images.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const db = () => server.database.db

const REASON = "The permit ran out in May."
const NOT_AN_IMAGE = "This file isn't an image we can read. Please choose a JPEG, PNG, WebP or AVIF."

it("a denied seller reads why, and sends new pictures of what is gone", { tags: ["REG-21"] }, async () => {
  const market = await aMarket(db(), { approval: "denied", denialReason: REASON })
  const owned = { ownerId: market.sellerId, container: "identity" } as const
  const [photo, certificate] = [await anImage(db(), owned), await anImage(db(), owned)]
  const documents = { ownerPhotoId: photo.id, certificateId: certificate.id }
  await db().update(markets).set(documents).where(eq(markets.id, market.id))

  const seller = await visitor(server, market.actor)
  const dashboard = await seller.open("/market-dashboard")
  expect(dashboard.get("region", "Status").textContent).toContain(REASON)
  const form = await dashboard.follow("Send New Photos")
  expect(form.path).toBe("/apply-again")
  expect(form.text).toContain(REASON)
  // The market's photo was never uploaded, so it cannot be reused.
  const [stall, permit] = [await aPhoto("stall.jpg", "green"), await aPhoto("permit.jpg", "blue")]
  const without = await form.press("Send", { "Certificate or license": permit })
  expect(without.errorAt("Photo of the market")).toBe("Choose a photo.")
  const unreadable = await without.press("Send", {
    "Photo of the market": stall,
    "Certificate or license": notAPhoto("permit.png"),
  })
  expect(unreadable.errorAt("Certificate or license")).toBe(NOT_AN_IMAGE)
  const sent = await unreadable.press("Send", {
    "Photo of the market": stall,
    "Certificate or license": permit,
  })
  expect(sent.path).toBe("/market-dashboard")
  expect(sent.text).toContain("Our team will review your photos")
  expect(sent.all("heading", "Your market wasn't approved")).toEqual([])
  const [row] = await db().select().from(markets).where(eq(markets.id, market.id))
  expect(row).toMatchObject({ approval: "waiting", ownerPhotoId: photo.id })
  expect((await seller.open("/apply-again")).path).toBe("/market-dashboard")
})

it("a denied courier sends a new photo ID, which may not be too large", {
  tags: ["REG-21", "COURIER-9"],
}, async () => {
  const { userId, actor } = await aCourier(db(), { approval: "denied" })
  const reason = "It is blurred."
  await db().update(couriers).set({ denialReason: reason }).where(eq(couriers.userId, userId))
  const courier = await visitor(server, actor)
  const form = await (await courier.open("/express-dashboard")).follow("Send New Photos")
  expect(form.text).toContain(reason)
  const none = await form.press("Send")
  expect(none.errorAt("Photo ID")).toBe("Choose a photo.")
  const large = await none.press("Send", { "Photo ID": await tooLargePhoto() })
  expect(large.errorAt("Photo ID")).toBe("File size exceeds 1MB. Please select a smaller file.")
  const sent = await large.press("Send", { "Photo ID": await aPhoto() })
  expect(sent.path).toBe("/express-dashboard")
  expect(sent.text).not.toContain(reason)
})

it("is nobody else's page", { tags: ["REG-22"] }, async () => {
  for (const [{ actor }, leads] of [
    [await aMarket(db()), "/market-dashboard"],
    [await aCourier(db(), { approval: "waiting" }), "/express-dashboard"],
  ] as const)
    expect((await (await visitor(server, actor)).open("/apply-again")).path).toBe(leads)
})
