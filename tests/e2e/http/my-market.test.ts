import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { photosOf } from "#core/market/view-own-market.server.ts"
import { markets, users } from "#db/schema/index.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { storeImage } from "#tests/support/factories/applicants.ts"
import { anImage } from "#tests/support/factories/images.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { aPhoto } from "#tests/support/images.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const db = () => server.database.db

async function aSeller(facts: Parameters<typeof aMarket>[1] = {}) {
  const market = await aMarket(db(), { name: "Apple Row", ...facts })
  return { market, seller: await visitor(server, market.actor) }
}

describe("a seller's own market, without JavaScript", { tags: ["NOJS-7"] }, () => {
  it("reads first, and changes one thing at a time; customers see it at once", {
    tags: ["STALL-1"],
  }, async () => {
    const { market, seller } = await aSeller()
    const page = await seller.open("/my-market")
    expect(page.all("textbox")).toEqual([])
    const story = await page.follow("Edit story")
    const saved = await story.press("Save", { "Story (optional)": "Three farms, one corner." })
    expect(saved.path).toBe("/my-market")
    expect(saved.text).toContain("Saved. Customers see it now.")
    const phone = await (await saved.follow("Edit phone")).press("Save", { Phone: "555" })
    expect(phone.errorAt("Phone")).toBe("Enter a ten-digit phone number, like 212-555-0134.")
    await phone.press("Save", { Phone: "212 555 0199" })
    let website = await seller.open("/my-market?edit=website")
    for (const bad of ["javascript:alert(1)", "//evil.test", "https://pushcart.example@evil.test"]) {
      website = await website.press("Save", { "Website (optional)": bad })
      expect([bad, website.errorAt("website")]).toEqual([bad, "Enter a web address like example.com."])
    }
    const long = await website.press("Save", { "Website (optional)": `${"a".repeat(350)}.example.com` })
    expect(long.errorAt("website")).toBe("Keep this to 200 characters.")
    expect(long.text).not.toContain("Invalid input")
    await website.press("Save", { "Website (optional)": "applerow.example.com" })
    await (await seller.open("/my-market?edit=accepted")).press("Save", { SNAP: true })

    const customer = await visitor(server, (await aCustomer(db())).actor)
    const shown = await customer.open(`/market-info?market=${market.id}`)
    for (const text of ["Three farms, one corner.", "212-555-0199", "Accepted at the market: SNAP."])
      expect(shown.text).toContain(text)
    expect(shown.get("link", "applerow.example.com").getAttribute("href")).toBe(
      "https://applerow.example.com",
    )
  })

  it("asks for another name, and an admin approves it", {
    tags: ["STALL-2", "STALL-3", "ADMIN-1"],
  }, async () => {
    const { market, seller } = await aSeller()
    const wanted = `Plum Row ${crypto.randomUUID()}`
    const form = await (await seller.open("/my-market")).follow("Edit name")
    const asked = await form.press("Request this name", { "Market name": wanted })
    expect(asked.text).toContain(`“${wanted}” has been waiting for review`)
    const ines = await visitor(server, (await anAdmin(db(), "Ines")).actor)
    const list = await ines.open("/admin-dashboard")
    const review = await list.follow("Apple Row", list.get("row", new RegExp(wanted)))
    const unsaid = await review.press("Deny", {}, review.get("region", "Wants a new name"))
    expect(unsaid.text).toContain("Tell the seller why.")
    const approved = await review.press("Approve the new name")
    expect(approved.text).toContain("Approved. Customers see it now, and we've emailed the seller.")
    const [account] = await db().select().from(users).where(eq(users.id, market.sellerId))
    await waitForEmail(server, { to: account!.email, subject: "Your market's new name is live" })
    expect((await seller.open("/my-market")).text).not.toContain("waiting for review")
    const again = await review.press("Approve the new name")
    expect(again.text).toContain("This request is no longer open")
  })

  it("shows its time zone and clock, asks for another one, and an admin approves it", {
    tags: ["STALL-47", "ADMIN-1"],
  }, async () => {
    const { market, seller } = await aSeller({ name: `Zone Row ${crypto.randomUUID()}` })
    const page = await seller.open("/my-market")
    expect(page.text).toContain("Eastern Time (New York)")
    expect(page.text).toMatch(/On your clock it is \w+ \d+, \d+ at \d+:\d\d [AP]M/)
    const form = await page.follow("Request another time zone")
    const unsaid = await form.press("Request this time zone")
    expect(unsaid.status).toBe(422)
    expect(unsaid.errorAt("Time zone")).toBe("Choose a time zone.")
    expect(unsaid.errorAt("Why")).toBe("Tell us why your clock shows a different time.")
    const why = "Our town keeps the next county's time."
    const asked = await unsaid.press("Request this time zone", { "Time zone": "Central", Why: why })
    expect(asked.text).toContain("“Central Time (Chicago)” has been waiting for review")
    expect(asked.text).toContain("Your hours follow the old time zone until then.")

    const ines = await visitor(server, (await anAdmin(db(), "Ines")).actor)
    const list = await ines.open("/admin-dashboard")
    const review = await list.follow(market.name, list.get("row", /Eastern Time .* Central Time/))
    const card = review.get("region", "Wants a new time zone")
    for (const text of ["Eastern Time (New York)", "Central Time (Chicago)", `Of zip ${market.zip}`, why])
      expect(card.textContent).toContain(text)
    await review.press("Approve the new time zone")
    const [account] = await db().select().from(users).where(eq(users.id, market.sellerId))
    await waitForEmail(server, { to: account!.email, subject: "Your market's new time zone is live" })
    expect((await seller.open("/my-market")).text).toContain("Central Time (Chicago)")
    expect((await db().select().from(markets).where(eq(markets.id, market.id)))[0]).toMatchObject({
      timeZone: "America/Chicago",
      timeZoneSource: "admin",
    })
  })

  it("sends nothing where the name or address is there already, and takes back what waited", {
    tags: ["STALL-2"],
  }, async () => {
    const { seller } = await aSeller()
    const name = await seller.open("/my-market?edit=name")
    const same = await name.press("Request this name", { "Market name": " Apple Row " })
    expect(same.status).toBe(422)
    expect(same.errorAt("Market name")).toBe("That's already your market's name.")
    const address = await (await seller.open("/my-market?edit=address")).press("Request this address")
    expect(address.errorAt("Address")).toBe("That's already your market's address.")

    const asked = await same.press("Request this name", { "Market name": "Plum Row" })
    expect(asked.text).toContain("Sent to our team. We'll email you when they decide.")
    const back = await (await asked.follow("Edit name")).press("Request this name", {
      "Market name": "Apple Row",
    })
    expect(back.text).toContain("Your request was withdrawn.")
    expect(back.text).not.toContain("Sent to our team.")
    expect(back.text).not.toContain("waiting for review")
  })

  it("takes back what waits, and reads why an address was denied", {
    tags: ["STALL-2", "STALL-3"],
  }, async () => {
    const { market, seller } = await aSeller()
    const address = { Address: "1 Main St", City: "Buffalo", State: "NY", Zip: "90210" }
    const form = await seller.open("/my-market?edit=address")
    const wrong = await form.press("Request this address", address)
    expect(wrong.status).toBe(422)
    const asked = await wrong.press("Request this address", { ...address, Zip: "14203" })
    const back = await asked.press("Withdraw request")
    expect(back.text).toContain("Request withdrawn. Nothing has changed.")
    await (await seller.open("/my-market?edit=address")).press("Request this address", {
      ...address,
      Zip: "14203",
    })
    const ines = await visitor(server, (await anAdmin(db(), "Ines")).actor)
    const review = await ines.open(`/seller-info?seller=${market.sellerId}`)
    const card = review.get("region", "Wants a new address")
    await review.press("Deny", { "Reason for a denial": "We need a new permit for Buffalo." }, card)
    const [account] = await db().select().from(users).where(eq(users.id, market.sellerId))
    await waitForEmail(server, { to: account!.email, subject: "About your market's new address" })
    expect((await seller.open("/my-market")).text).toContain("We need a new permit for Buffalo.")
    const [row] = await db().select().from(markets).where(eq(markets.id, market.id))
    expect(row!.zip).toBe("10001")
  })

  it("shows the photo of the registration to customers once the seller says so", {
    tags: ["STALL-5"],
  }, async () => {
    const { market, seller } = await aSeller()
    const photo = await anImage(db(), { ownerId: market.sellerId, container: "markets" })
    // Stored, because the pages of other tests list this market too.
    await storeImage(server, photo)
    await db().update(markets).set({ marketPhotoId: photo.id }).where(eq(markets.id, market.id))
    const customer = await visitor(server, (await aCustomer(db())).actor)
    const stall = `/market-info?market=${market.id}`
    expect((await customer.open(stall)).all("img", /Apple Row/)).toEqual([])
    await (await seller.open("/my-market")).press("Show it to customers")
    expect((await customer.open(stall)).all("img", /Apple Row/)).toHaveLength(1)
  })
})

it("leads a seller from every page to today, orders, products and market", {
  tags: ["STALL-6"],
}, async () => {
  const { seller } = await aSeller()
  for (const path of ["/market-dashboard", "/marketOrders", "/all-my-products", "/my-market", "/payout"]) {
    const page = await seller.open(path)
    const links = page.all("link", undefined, page.get("navigation", "Your market"))
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/market-today",
      "/marketOrders",
      "/all-my-products",
      "/my-market",
    ])
  }
})

describe("the photos of a market, without JavaScript", { tags: ["NOJS-7"] }, () => {
  it("are added, put in order and taken away; customers see the first", { tags: ["STALL-5"] }, async () => {
    const { market, seller } = await aSeller()
    const page = await seller.open("/my-market")
    const added = await page.press("Add the photo", {
      Photo: [await aPhoto("stall.jpg", "#7a9"), await aPhoto("crates.jpg", "#a97")],
    })
    expect(added.all("img", /^Photo \d$/)).toHaveLength(2)
    const [first, second] = await photosOf(db(), market.id)
    await added.press("Later: photo 1")
    expect((await photosOf(db(), market.id)).map(({ id }) => id)).toEqual([second!.id, first!.id])
    const left = await (await seller.open("/my-market")).press("Delete photo 1")
    expect(left.all("img", /^Photo \d$/)).toHaveLength(1)
    const customer = await visitor(server, (await aCustomer(db())).actor)
    const shown = await customer.open(`/market-info?market=${market.id}`)
    expect(shown.all("img", /Apple Row/)).toHaveLength(1)
  })

  it("are the seller's alone", { tags: ["STALL-5"] }, async () => {
    const { market, seller } = await aSeller()
    await (await seller.open("/my-market")).press("Add the photo", {
      Photo: await aPhoto("stall.jpg", "#7a9"),
    })
    const [photo] = await photosOf(db(), market.id)
    const other = await aSeller()
    const answer = await other.seller.post("/my-market", { intent: "delete-image", imageId: photo!.id })
    expect(answer.status).toBe(404)
    expect(await photosOf(db(), market.id)).toHaveLength(1)
  })
})
