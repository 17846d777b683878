import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { addresses, carts, passkeys, savedCards, sessions, users } from "#db/schema/index.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { givePassword, PASSWORD } from "#tests/support/sign-in.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

async function aShopper() {
  const { db } = server.database
  const customer = await aCustomer(db)
  await givePassword(db, customer.userId)
  return { ...customer, visit: await visitor(server, customer.actor) }
}

const HOME = {
  "Address name (optional)": "Home",
  "First Name": "Rosa",
  "Last Name": "Parks",
  Address: "318 W 22nd St",
  State: "NY",
  City: "New York",
  Zip: "10011",
  Phone: "212-555-0134",
  "Drop-off note (optional)": "Gate code 4821",
}

it("changes name, phone and time zone in place, and says what is wrong next to the field", {
  tags: ["NOJS-8"],
}, async () => {
  const { visit } = await aShopper()
  const page = await visit.open("/account")
  const name = await page.follow("Edit name")
  const rejected = await name.press("Save", { "First name": " ", "Last name": "Byron" })
  expect(rejected.text).toContain("Enter your first name.")
  const renamed = await rejected.press("Save", { "First name": "Ada", "Last name": "Byron" })
  expect(renamed.text).toContain("Ada Byron")
  const form = await renamed.follow("Add phone")
  const unproved = await form.press("Save", {
    "Phone (optional)": "212-555-0147",
    "Current password": "Wrong#20266",
  })
  expect(unproved.text).toContain("This isn't your password.")
  const phone = await unproved.press("Save", { "Current password": PASSWORD })
  expect(phone.text).toContain("212-555-0147")
  const zone = await phone.follow("Change time zone")
  expect((await zone.press("Save", { "Time zone": "America/Denver" })).text).toContain("Mountain")
})

it("gives the account another email once the link to it was opened", { tags: ["NOJS-8"] }, async () => {
  const { visit, userId, email } = await aShopper()
  const wanted = `wanted-${userId}@example.test`
  const form = await visit.open("/account?edit=email")
  const asked = await form.press("Send the link", { "New email": wanted, "Current password": PASSWORD })
  expect(asked.text).toContain("Until then we'll keep using your old email.")
  const sent = await waitForEmail(server, { to: wanted, subject: "Confirm your new email for Pushcart" })
  const link = new URL(sent.text.match(/http\S+new-email\S+/)![0])
  const page = await visit.open(link.pathname + link.search)
  expect(page.text).toContain(wanted)
  expect((await page.press("Use this email")).text).toContain(`You are logged in as ${wanted}`)
  await waitForEmail(server, { to: email, subject: "Your Pushcart email was changed" })
  expect((await visit.open(link.pathname + link.search)).text).toContain("has expired or was already used")
})

it("tells the old address when another email is asked for, and keeps it by a button", {
  tags: ["ACCT-61", "NOJS-8"],
}, async () => {
  const { visit, userId, email } = await aShopper()
  const wanted = `wanted-${userId}@example.test`
  const form = await visit.open("/account?edit=email")
  await form.press("Send the link", { "New email": wanted, "Current password": PASSWORD })
  const told = await waitForEmail(server, {
    to: email,
    subject: "Someone asked to change your Pushcart email",
  })
  const link = new URL(told.text.match(/http\S+email-change\S+/)![0])
  const owner = await visitor(server)
  const path = link.pathname + link.search
  for (const _scanned of [1, 2])
    expect((await owner.open(path)).text).toContain("w•••@example.test. Press the button to keep")
  expect((await visit.open("/account")).text).toContain("Until then we'll keep using your old email.")
  const kept = await (await owner.open(path)).press("Keep my email")
  expect(kept.path).toBe("/forgotpassword?page=login")
  expect(kept.text).toContain("Your email wasn't changed.")
  expect((await visit.open("/account")).text).not.toContain("Until then we'll keep using your old email.")
  const over = await owner.open(path)
  expect(over.text).toContain("has expired or was already used")
  expect((await over.follow("Choose a new password")).path).toBe("/forgotpassword?page=login")
})

it("gives the old address its account back after a change, and leads to a new password", {
  tags: ["ACCT-62", "NOJS-8"],
}, async () => {
  const { visit, userId, email } = await aShopper()
  const wanted = `wanted-${userId}@example.test`
  const form = await visit.open("/account?edit=email")
  await form.press("Send the link", { "New email": wanted, "Current password": PASSWORD })
  const sent = await waitForEmail(server, { to: wanted, subject: "Confirm your new email for Pushcart" })
  const confirmation = new URL(sent.text.match(/http\S+new-email\S+/)![0])
  const used = await visit.open(confirmation.pathname + confirmation.search)
  await used.press("Use this email")
  const told = await waitForEmail(server, { to: email, subject: "Your Pushcart email was changed" })
  const link = new URL(told.text.match(/http\S+email-change\S+/)![0])
  const owner = await visitor(server)
  const path = link.pathname + link.search
  for (const _scanned of [1, 2])
    expect((await owner.open(path)).text).toContain("was changed to w•••@example.test.")
  const meanwhile = await owner.post(path, { intent: "keep" })
  expect(meanwhile.status).toBe(422)
  expect(meanwhile.text).toContain("Your email was changed in the meantime.")
  const chosen = await (await owner.open(path)).press("Use my old email again")
  expect(chosen.path).toMatch(/^\/newpassword\?user=customer&id=/)
  expect((await visit.open("/account")).path).toMatch(/^\/Welcome/)
  await chosen.press("Save the new password", {
    "New Password": "Owners#2026x",
    "Confirm Password": "Owners#2026x",
  })
  const login = await owner.open("/login")
  const home = await login.press("Login", { Email: email, Password: "Owners#2026x" })
  expect(home.path).toBe("/home")
  expect((await owner.open(path)).text).toContain("has expired or was already used")
})

it("sets a new password, which signs out everywhere else, and lists what is signed in", async () => {
  const { db } = server.database
  const { visit, actor, userId } = await aShopper()
  await visitor(server, actor)
  const page = await visit.open("/account")
  expect(page.text).toContain("This one")
  const signedIn = () => db.$count(sessions, eq(sessions.userId, userId))
  expect(await signedIn()).toBe(2)
  const ended = await page.press("Sign out An unknown device")
  expect(ended.text).toContain("That device is signed out.")
  expect(await signedIn()).toBe(1)
  await visitor(server, actor)
  const form = await visit.open("/account?edit=password")
  const typed = {
    "New password": "Another#2026",
    "Confirm the new password": "Another#2026",
    "Current password": "Wrong#20266",
  }
  const rejected = await form.press("Set the new password", typed)
  expect(rejected.text).toContain("This isn't your password.")
  const set = await rejected.press("Set the new password", { ...typed, "Current password": PASSWORD })
  expect(set.text).toContain("All other devices are signed out.")
  expect(await signedIn()).toBe(1)
})

it("keeps addresses, which checkout offers", { tags: ["NOJS-8"] }, async () => {
  const { db } = server.database
  const { visit, userId } = await aShopper()
  const market = await aMarket(db)
  const product = await aProduct(db, market)
  const saved = await (await visit.open("/account?edit=address")).press("Save", HOME)
  expect(saved.text).toContain("Default")
  expect(saved.text).toContain("Gate code 4821")
  const [address] = await db.select().from(addresses).where(eq(addresses.customerId, userId))
  const edit = await visit.open(`/account?edit=address-${address!.id}`)
  const changed = await edit.press("Save", { "Drop-off note (optional)": "Ring twice" })
  expect(changed.text).toContain("Ring twice")
  const shop = await visit.open(`/view-product?product=${product.id}`)
  await shop.press("Add to the Cart", {})
  const shipTo = await visit.open("/ship-to")
  expect(shipTo.text).toContain("With a drop-off note")
  await shipTo.press("Deliver here")
  const [cart] = await db.select().from(carts).where(eq(carts.customerId, userId))
  expect(cart!.shipTo).toMatchObject({ addressId: address!.id, instructions: "Ring twice" })
  const away = await (await visit.open(`/account?edit=address-${address!.id}`)).press("Delete this address")
  expect(away.text).toContain("You haven't saved an address yet.")
})

it("saves the address of a cart for the next one", { tags: ["NOJS-8"] }, async () => {
  const { db } = server.database
  const { visit, userId } = await aShopper()
  const product = await aProduct(db, await aMarket(db))
  await (await visit.open(`/view-product?product=${product.id}`)).press("Add to the Cart", {})
  const form = await visit.open("/ship-to")
  await form.press("Submit", { ...HOME, "Save this address for next time": true })
  const [saved] = await db.select().from(addresses).where(eq(addresses.customerId, userId))
  expect(saved).toMatchObject({ label: "Home", instructions: "Gate code 4821", isFirstChoice: true })
  const [cart] = await db.select().from(carts).where(eq(carts.customerId, userId))
  expect(cart!.shipTo?.addressId).toBe(saved!.id)
})

it("shows each role what it is told of, and keeps what was turned off", { tags: ["NOJS-8"] }, async () => {
  const { db } = server.database
  const [courier, admin] = [await aCourier(db), await anAdmin(db)]
  const { visit } = await aShopper()
  const page = await visit.open("/account")
  const off = await page.press("Save my choices", {
    "Order steps by email": false,
    "Cancellations and refunds by push": false,
  })
  expect(off.text).toContain("Choices saved.")
  const ticked = (of: typeof off) =>
    [...of.document.querySelectorAll<HTMLInputElement>("[name=on][checked]")].map(({ value }) => value)
  expect(ticked(off)).toEqual([
    "orderSteps:push",
    "replacements:email",
    "replacements:push",
    "refunds:email",
    "openings:email",
    "openings:push",
  ])
  const couriers = await (await visitor(server, courier.actor)).open("/account")
  expect(ticked(couriers)).toEqual(["newDeliveries:push", "ownDelivery:push", "money:email"])
  expect(couriers.all("heading", "Addresses")).toEqual([])
  const admins = await (await visitor(server, admin.actor)).open("/account")
  expect(ticked(admins)).toEqual(["applications:push", "disputes:email"])
  for (const none of ["Download your data", "Delete your account"])
    expect(admins.all("heading", none)).toEqual([])
  expect(admins.all("link", "Change email")).toEqual([])
})

it("does not find what is another person's", async () => {
  const { db } = server.database
  const [mine, theirs] = [await aShopper(), await aShopper()]
  await (await theirs.visit.open("/account?edit=address")).press("Save", HOME)
  const [address] = await db.select().from(addresses).where(eq(addresses.customerId, theirs.userId))
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, theirs.userId))
  const [passkey] = await db
    .insert(passkeys)
    .values({ userId: theirs.userId, name: "Key", credentialId: theirs.userId, publicKey: "AA", counter: 0 })
    .returning()
  const face = { brand: "visa", lastFour: "4242", expMonth: 12, expYear: 2034 }
  const [card] = await db
    .insert(savedCards)
    .values({ ...face, customerId: theirs.userId, stripePaymentMethodId: theirs.userId })
    .returning()
  for (const fields of [
    { intent: "delete-address", addressId: address!.id },
    { intent: "end-session", sessionId: session!.id },
    { intent: "remove-passkey", passkeyId: passkey!.id, password: PASSWORD },
    { intent: "remove-card", cardId: card!.id },
    { intent: "rename-passkey", passkeyId: passkey!.id, name: "Mine" },
    {
      intent: "address",
      id: address!.id,
      firstName: "A",
      lastName: "B",
      address: "1 Main St",
      city: "New York",
      state: "NY",
      zip: "10011",
      phone: "2125550134",
    },
  ])
    expect([fields.intent, (await mine.visit.post("/account", fields as never)).status]).toEqual([
      fields.intent,
      404,
    ])
  const [untouched] = await db.select().from(users).where(eq(users.id, theirs.userId))
  expect(untouched).toBeTruthy()
  expect(await db.$count(addresses, eq(addresses.id, address!.id))).toBe(1)
  expect(await db.$count(sessions, eq(sessions.id, session!.id))).toBe(1)
  const [kept] = await db.select().from(passkeys).where(eq(passkeys.id, passkey!.id))
  expect(kept!.name).toBe("Key")
})
