import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { drafts, images, markets, users } from "#db/schema/index.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { aPhoto, notAPhoto, tooLargePhoto } from "#tests/support/images.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { PASSWORD } from "#tests/support/sign-in.ts"
import { type Visitor, visitor } from "#tests/support/visitor.ts"
import { next, SELLER } from "#tests/support/wizard-steps.ts"

const server = useSharedServer()

const anEmail = () => `grace-${crypto.randomUUID()}@seller.test`
const [ACCOUNT, ADDRESS, MARKET] = SELLER.map(({ good }) => good)

async function marketOf(email: string) {
  const [row] = await server.database.db
    .select({ market: markets })
    .from(markets)
    .innerJoin(users, eq(users.id, markets.userId))
    .where(eq(users.email, email))
  return row?.market
}

/** Completes the three steps before the photos. */
async function toFiles(person: Visitor, email: string): Promise<HtmlPage> {
  const account = await person.open("/market?tab=register")
  const address = await account.send({ ...ACCOUNT, email }, next)
  const market = await address.send({ ...ADDRESS }, next)
  return market.send({ ...MARKET, phone: "2125550134" }, next)
}

const threePhotos = async () => ({
  "Photo ID of the owner": await aPhoto("passport.jpg", "red"),
  "Photo of the market": await aPhoto("stall.jpg", "green"),
  "Certificate or license": await aPhoto("license.jpg", "blue"),
})

const errorsOn = ({ document }: HtmlPage) =>
  [...document.querySelectorAll(".field .error")].map((error) => error.textContent)

describe("a seller without JavaScript", { tags: ["NOJS-5"] }, () => {
  it("registers with three photos, confirms the email and logs in", {
    tags: ["ACCT-3", "REG-7", "REG-10"],
  }, async () => {
    const email = anEmail()
    const grace = await visitor(server)
    const done = await (await toFiles(grace, email)).press("Submit", await threePhotos())
    expect(done.path).toBe("/market")
    expect(done.text).toContain(`We sent a confirmation link to ${email}.`)

    const market = await marketOf(email)
    expect(market).toMatchObject({
      name: "Grace's Greens",
      phone: "212-555-0134",
      weekdayHours: "8am-7pm",
      saturdayHours: "9am-3pm",
      sundayHours: "Closed",
      approval: "waiting",
      timeZone: "America/New_York",
    })
    const photos = await server.database.db.select().from(images).where(eq(images.ownerId, market!.userId))
    expect(photos.map(({ container }) => container).sort()).toEqual(["identity", "identity", "markets"])
    expect(photos.every(({ deleteAfter }) => deleteAfter === null)).toBe(true)

    const { links } = await waitForEmail(server, { to: email, subject: "Confirm" })
    const confirmed = await grace.open(links.find((link) => link.includes("email-confirmed"))!)
    const login = await confirmed.press("Log in")
    expect(login.path).toBe("/market")
    const dashboard = await login.press("Login", { Email: email, Password: PASSWORD })
    expect(dashboard.path).toBe("/market-dashboard")
  })

  it("goes back a step at a time and finds everything that was entered", {
    tags: ["REG-8", "REG-9"],
  }, async () => {
    const email = anEmail()
    const grace = await visitor(server)
    const files = await toFiles(grace, email)
    const one = await files.press("Submit", { "Photo ID of the owner": await aPhoto("passport.jpg") })
    expect(errorsOn(one)).toEqual(["Choose a photo.", "Choose a photo."])
    expect(one.text).toContain("We have passport.jpg.")
    const market = await one.press("Back")
    expect(market.path).toBe("/market?tab=register&step=3")
    const address = await market.press("Back", { "Market Name": "Half a name" })
    expect(address.path).toBe("/market?tab=register&step=2")
    expect(address.field("Zip").value).toBe("10011")
    const reloaded = await grace.open(address.path)
    expect(reloaded.field("City").value).toBe("New York")
    const account = await reloaded.press("Back")
    expect(account.path).toBe("/market?tab=register&step=1")
    expect(account.field("Email").value).toBe(email)
    expect(account.field("Password").value).toBe("")
    const again = await (await account.press("Next")).press("Next")
    expect(again.path).toBe("/market?tab=register&step=3")
    expect(again.field("Market Name").value).toBe("Half a name")
    expect(again.field("Closes", again.get("group", "Saturday")).value).toBe("3pm")
    const filesAgain = await again.press("Next")
    expect(filesAgain.path).toBe("/market?tab=register&step=4")
    expect(filesAgain.text).not.toContain("We have passport.jpg.")
  })

  it("reads what is wrong with each file by its content, and keeps the good one", {
    tags: ["REG-11", "IMAGE-2"],
  }, async () => {
    const email = anEmail()
    const files = await toFiles(await visitor(server), email)
    const rejected = await files.press("Submit", {
      "Photo ID of the owner": notAPhoto(),
      "Photo of the market": await tooLargePhoto(),
      "Certificate or license": await aPhoto("license.jpg"),
    })
    expect(errorsOn(rejected)).toEqual([
      "This file isn't an image we can read. Please choose a JPEG, PNG, WebP or AVIF.",
      "File size exceeds 1MB. Please select a smaller file.",
    ])
    expect(rejected.text).toContain("We have license.jpg.")
    expect(await marketOf(email)).toBeUndefined()
  })

  it("is told which picture was chosen twice, and goes on with another", {
    tags: ["REG-27"],
  }, async () => {
    const email = anEmail()
    const files = await toFiles(await visitor(server), email)
    const passport = await aPhoto("passport.jpg", "red")
    const twice = await files.press("Submit", {
      "Photo ID of the owner": passport,
      "Photo of the market": { ...passport, name: "stall.jpg" },
      "Certificate or license": passport,
    })
    expect(twice.status).toBe(422)
    const same = "This is the same photo as the photo ID of the owner. Choose another."
    expect(errorsOn(twice)).toEqual([same, same])
    expect(twice.errorAt("Photo of the market")).toBe(same)
    expect(await marketOf(email)).toBeUndefined()
    const done = await twice.press("Submit", {
      "Photo ID of the owner": await aPhoto("passport.jpg", "blue"),
      "Certificate or license": await aPhoto("license.jpg", "green"),
    })
    expect(done.path).toBe("/market")
    expect(await marketOf(email)).toBeDefined()
  })

  it("returns to step 4 with the documented toast when the email is taken", {
    tags: ["REG-12"],
  }, async () => {
    const email = anEmail()
    const first = await toFiles(await visitor(server), email)
    expect((await first.press("Submit", await threePhotos())).path).toBe("/market")
    const second = await toFiles(await visitor(server), email)
    const taken = await second.press("Submit", await threePhotos())
    expect(taken.path).toBe("/market?tab=register&step=4")
    expect(taken.text).toContain("This email has been used, please use another one!")
    expect(taken.text).toContain("We have license.jpg.")
    const account = await taken.follow("Use another email")
    const email2 = anEmail()
    let page = await account.press("Next", {
      Email: email2,
      Password: PASSWORD,
      "Confirm Password": PASSWORD,
    })
    for (const _step of [2, 3]) page = await page.press("Next")
    expect(page.text).toContain("We have license.jpg.")
    expect((await page.press("Submit")).path).toBe("/market")
  })

  it("makes one market of two tabs that submit at once", { tags: ["REG-13"] }, async () => {
    const email = anEmail()
    const grace = await visitor(server)
    const page = await toFiles(grace, email)
    const second = await grace.open("/market?tab=register&step=4")
    const photos = await threePhotos()
    const sent = await Promise.all([page.press("Submit", photos), second.press("Submit", photos)])
    expect(sent.map(({ path }) => path)).toEqual(["/market", "/market"])
    expect(await marketOf(email)).toBeDefined()
    expect(await server.database.db.$count(users, eq(users.email, email))).toBe(1)
  })

  it("is asked for each step's own rules, and the draft keeps the password as its hash alone", {
    tags: ["REG-8", "REG-14"],
  }, async () => {
    const grace = await visitor(server)
    const first = await grace.open("/market?tab=register&step=3")
    const unnamed = await first.press("Next")
    expect(unnamed.errorAt("First Name")).toBe("Enter your first name.")
    const address = await unnamed.send({ ...ACCOUNT, email: anEmail() }, next)
    const unknown = await address.send({ ...ADDRESS, zip: "00001" }, next)
    expect(unknown.field("Zip").value).toBe("00001")
    expect(errorsOn(unknown)).toEqual(["We don't know this zip code. Check the five digits and try again."])
    const rows = await server.database.db.select().from(drafts)
    expect(JSON.stringify(rows)).not.toContain(PASSWORD)
  })
})
