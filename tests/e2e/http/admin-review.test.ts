import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { auditLog, images, markets, users } from "#db/schema/index.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { anApplicant } from "#tests/support/factories/applicants.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { type Person, sessionCookies } from "#tests/support/sessions.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const db = () => server.database.db

const adminAt = async (name: string) => visitor(server, (await anAdmin(db(), name)).actor)

describe("an admin", { tags: ["NOJS-7"] }, () => {
  it("finds an applicant, looks at the ID, and approves", {
    tags: ["ACCT-3", "ADMIN-1", "ADMIN-3", "ADMIN-4"],
  }, async () => {
    const market = await anApplicant(server, { name: "Apple Row" })
    const ines = await adminAt("Ines")
    const all = await ines.open("/admin-dashboard")
    const [search] = all.all("searchbox", "Search")
    expect(search).toBeTruthy()
    const found = await all.press("Search", { Search: market.email })
    const page = await found.follow("Sam Seller", found.get("row", /Apple Row/))
    expect(page.path).toBe(`/seller-info?seller=${market.sellerId}`)
    expect(page.get("heading", "Apple Row").tagName).toBe("H1")
    for (const fact of [market.email, "212-555-0134", "9am-5pm", "Closed", "Not begun"])
      expect(page.text).toContain(fact)
    const image = await ines.open(page.get("img", "Owner ID").getAttribute("src") ?? "")
    expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"])
    const looks = await db().select().from(auditLog).where(eq(auditLog.subjectId, market.image.id))
    expect(looks.length).toBeGreaterThan(0)
    const larger = await page.follow(/^Owner ID\s?View larger$/)
    expect(larger.all("img", "Owner ID, larger", larger.get("dialog"))).toHaveLength(1)
    const closed = await larger.follow("Close")
    expect(closed.all("dialog")).toEqual([])

    const approved = await closed.press("Approve")
    expect(approved.path).toBe("/admin-dashboard")
    expect(approved.text).toContain("Approved. We've emailed them.")
    await waitForEmail(server, { to: market.email, subject: "Your market is approved" })
  })

  it("denies only with a reason, which the applicant gets", { tags: ["ADMIN-5"] }, async () => {
    const market = await anApplicant(server, { name: "Plum Row" })
    const ines = await adminAt("Ines")
    const page = await ines.open(`/seller-info?seller=${market.sellerId}`)
    const rejected = await page.press("Deny")
    expect(rejected.errorAt("Reason for a denial")).toBe("Tell the applicant why.")
    const reason = `The permit ran out in May. ${crypto.randomUUID()}`
    const denied = await rejected.press("Deny", { "Reason for a denial": reason })
    expect(denied.path).toBe("/admin-dashboard")
    const message = await waitForEmail(server, { to: market.email })
    expect(message.text.replace(/\s+/g, " ")).toContain(reason)
    const [row] = await db().select().from(markets).where(eq(markets.id, market.id))
    expect(row).toMatchObject({ approval: "denied", denialReason: reason })
    const log = await ines.open(`/admin-log?search=${encodeURIComponent(reason)}`)
    expect(log.get("row", /seller\.denied/).textContent).toContain("Ines")
  })

  it("who ends an approval is told what that means, and so is the person, not in an applicant's words", {
    tags: ["ADMIN-75"],
  }, async () => {
    const ines = await adminAt("Ines")
    const market = await aMarket(db())
    const courier = await aCourier(db())
    const people = [
      {
        page: `/seller-info?seller=${market.sellerId}`,
        asked: "Close this market?",
        actor: market.actor,
        dashboard: "/market-dashboard",
        told: "Your market is closed",
        ends: "Customers can no longer find your market or order from it",
      },
      {
        page: `/deliverer-info?deliverer=${courier.actor.userId}`,
        asked: "End this courier's approval?",
        actor: courier.actor,
        dashboard: "/express-dashboard",
        told: "You can no longer deliver",
        ends: "You can no longer take deliveries, and you have none in hand.",
      },
    ]
    for (const { page, asked, actor, dashboard, told, ends } of people) {
      const review = await ines.open(page)
      expect(review.all("button", "Deny")).toEqual([])
      const dialog = await review.follow("Deny")
      expect(dialog.get("dialog", asked)).toBeTruthy()
      const unsaid = await dialog.press("Deny")
      expect(unsaid.get("dialog", asked)).toBeTruthy()
      expect(unsaid.errorAt("Reason for a denial")).toBe("Tell the applicant why.")
      const reason = `The permit ran out in May. ${crypto.randomUUID()}`
      await unsaid.press("Deny", { "Reason for a denial": reason })
      const [{ email } = { email: "" }] = await db()
        .select({ email: users.email })
        .from(users)
        .where(eq(users.id, actor.userId))
      const message = (await waitForEmail(server, { to: email, subject: told })).text.replace(/\s+/g, " ")
      const person = await visitor(server, actor)
      const shown = (await person.open(dashboard)).text
      for (const text of [reason, ends, "What you have earned stays yours"]) {
        expect(message).toContain(text)
        expect(shown).toContain(text)
      }
      expect(message).not.toContain("Thank you for applying")
      expect(shown).toContain(told)
      expect((await person.open("/apply-again")).text).toContain("Our team has ended your approval")
    }
  })

  it("who comes second is told what was decided and by whom, and sees what stands now", {
    tags: ["ADMIN-6"],
  }, async () => {
    const market = await anApplicant(server, { name: "Cherry Row" })
    const [ines, omar] = [await adminAt("Ines"), await adminAt("Omar")]
    const seen = await omar.open(`/seller-info?seller=${market.sellerId}`)
    await (await ines.open(`/seller-info?seller=${market.sellerId}`)).press("Approve")
    const late = await seen.press("Deny", { "Reason for a denial": "The permit ran out." })
    expect(late.get("alert").textContent).toContain("This application was already approved by Ines.")
    expect([...late.document.querySelectorAll(".pill")].map((pill) => pill.textContent)).toContain("Approved")
    const [row] = await db().select().from(markets).where(eq(markets.id, market.id))
    expect(row!.approval).toBe("approved")
  })
})

it("shows an applicant's private image to admins alone: by guess, old link, other role", {
  tags: ["GUARD-1", "ADMIN-9"],
}, async () => {
  const market = await anApplicant(server, { name: "Closed Row" })
  const paths = ["/admin-dashboard", "/admin-log", `/seller-info?seller=${market.sellerId}`]
  const image = `/admin/images/${market.image.id}`
  const strangers = [undefined, market.actor, (await aCustomer(db())).actor, (await aCourier(db())).actor]
  for (const stranger of strangers) {
    const get = await asking(stranger)
    for (const path of [...paths, image]) {
      const response = await get(path)
      const [place] = response.headers.get("location")?.split("?") ?? []
      expect([path, response.status, place]).toEqual([path, 302, "/admin"])
    }
  }
  const get = await asking((await anAdmin(db())).actor)
  const sent = await get(image)
  const link = sent.headers.get("location")!
  expect(sent.headers.get("cache-control")).toBe("no-store")
  expect((await get(link)).status).toBe(200)
  const old = new URL(link, server.url)
  old.searchParams.set("exp", String(Math.floor(Date.now() / 1000) - 1))
  const guesses = [
    old.pathname + old.search,
    old.pathname,
    `/images/identity/${market.image.name}`,
    link.replace(/sig=[^&]+/, "sig=guessed"),
    `/admin/images/${crypto.randomUUID()}`,
  ]
  for (const path of guesses) expect([path, (await get(path)).status]).toEqual([path, 404])
  const [row] = await db().select().from(images).where(eq(images.id, market.image.id))
  expect(row!.deletedAt).toBeNull()
})

/** Sends requests as this person, without following redirects. */
async function asking(person?: Person) {
  const cookies = person ? await sessionCookies(server, person) : []
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
  return (path: string) => fetch(new URL(path, server.url), { redirect: "manual", headers: { cookie } })
}
