import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { markets, users } from "#db/schema/index.ts"
import { pixelsTooWide } from "#tests/support/accessibility.ts"
import { linkTo } from "#tests/support/email-links.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aCalendar } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import type { Entry, HtmlPage } from "#tests/support/html-page.ts"
import { aPhoto } from "#tests/support/images.ts"
import type { Site } from "#tests/support/server.ts"
import type { Person } from "#tests/support/sessions.ts"
import { PASSWORD, signIn } from "#tests/support/sign-in.ts"
import { type Visitor, visitor } from "#tests/support/visitor.ts"
import { next, SELLER } from "#tests/support/wizard-steps.ts"
import type { DirectoryRow } from "./directory-rows.ts"
import { type Field, type TypedRow, typeRow } from "./typed-row.ts"

/** The narrowest phone. */
export const SMALLEST = { width: 320, height: 640 }

/** The result for a row. */
export type RowReport = {
  row: DirectoryRow
  /** The fields whose value had to be corrected. */
  askedAgain: Field[]
  /** A problem, or null if there was none. */
  failure: string | null
}

/**
 * Takes a row of the directory through the shop: its seller registers without JavaScript, is approved and lists a
 * product named after it. A customer finds both by that name, also in plain spelling, and puts the product into the
 * cart. On the narrowest phone nothing may scroll sideways on the seller's page with the registered data, the market
 * page, the search and the cart, and the last three show the name unchanged. `page` has that size; anyone who is signed
 * in there is signed out.
 */
export async function walkRow(site: Site, page: Page, row: DirectoryRow, number: number): Promise<RowReport> {
  const askedAgain: Field[] = []
  try {
    const typed = await typeRow(site.database.db, row, number)
    const { market, seller } = await register(site, typed, askedAgain)
    const { id: marketId, name, zip } = market
    const written = (typed.instead.marketName ?? row.name).normalize("NFC").trim()
    check(name === written, `the market is called ${JSON.stringify(name)}`)
    const offer = { marketId, name, product: `Carrots of ${name}`, zip }
    await listProduct(seller, offer)
    const { actor: customer } = await aCustomer(site.database.db)
    await buy(await visitor(site, customer), offer)
    await become(page, site, { role: "seller", userId: market.userId })
    await lookAt(page, "/my-market", [])
    await become(page, site, customer)
    const found = `/home?${new URLSearchParams({ zip, q: name })}`
    for (const path of [`/market-info?market=${marketId}`, found, "/shopping-cart"])
      await lookAt(page, path, [name, offer.product])
    return { row, askedAgain, failure: null }
  } catch (error) {
    return { row, askedAgain, failure: error instanceof Error ? error.message : String(error) }
  }
}

type Offer = { marketId: string; name: string; product: string; zip: string }

/** Registers the market and approves it, so that it may sell. */
async function register(site: Site, typed: TypedRow, askedAgain: Field[]) {
  const { db } = site.database
  const seller = await visitor(site)
  const email = `row-${crypto.randomUUID()}@example.test`
  const [ACCOUNT, , MARKET] = SELLER.map(({ good }) => good)
  const form = (page: HtmlPage, fields: Field[], others: Record<string, string> = {}) =>
    fillIn(page, fields, typed, askedAgain, (at, entries) => at.send({ ...others, ...entries }, next))
  let page = await (await seller.open("/market?tab=register")).send({ ...ACCOUNT, email }, next)
  page = await form(page, ["address", "city", "state", "zip"])
  page = await form(page, ["marketName", "phone"], MARKET)
  page = await page.press("Submit", await threePhotos())
  check(page.text.includes(email), `registering ends on ${page.path}: ${page.text.slice(0, 300)}`)
  const confirmed = await seller.open(await linkTo(db, "email.confirmationRequested", email))
  await (await confirmed.press("Log in")).press("Login", { Email: email, Password: PASSWORD })

  const [found] = await db
    .select({ market: markets })
    .from(markets)
    .innerJoin(users, eq(users.id, markets.userId))
    .where(eq(users.email, email))
  const { market } = found!
  const admin = await visitor(site, (await anAdmin(db)).actor)
  const review = await admin.open(`/seller-info?seller=${market.userId}`)
  check(headings(review).includes(market.name), "the admin's page does not show the name")
  await review.press("Approve")
  await db.update(markets).set({ onboarded: true, subscription: "active" }).where(eq(markets.id, market.id))
  await aCalendar(db, market)
  const website = await seller.open("/my-market?edit=website")
  await fillIn(website, ["website"], typed, askedAgain, (at, entries) =>
    at.press("Save", { "Website (optional)": entries.website ?? "" }),
  )
  return { market, seller }
}

const photos = Promise.all(["red", "green", "blue"].map((color) => aPhoto(`${color}.jpg`, color)))

async function threePhotos() {
  const [id, picture, certificate] = await photos
  return {
    "Photo ID of the owner": id!,
    "Photo of the market": picture!,
    "Certificate or license": certificate!,
  }
}

/**
 * Sends a form with the row's values. The page must show an error next to each value that has to be corrected, and the
 * form is sent again with the correction. Any other rejection is a failure, and so is an invalid value that is
 * accepted.
 */
async function fillIn(
  page: HtmlPage,
  fields: Field[],
  { typed, instead }: TypedRow,
  askedAgain: Field[],
  send: (page: HtmlPage, entries: Record<string, Entry>) => Promise<HtmlPage>,
): Promise<HtmlPage> {
  const entries = Object.fromEntries(fields.map((field) => [field, typed[field]]))
  let sent = await send(page, entries)
  while (sent.status === 422) {
    const errors = fields.filter((field) => sent.errorAt(field))
    check(errors.length > 0, `rejected without an error at a field: ${sent.text.slice(0, 300)}`)
    for (const field of errors) {
      // A state that does not match the ZIP is corrected by the right ZIP.
      const wrong = field === "state" ? "zip" : field
      const right = askedAgain.includes(wrong) ? undefined : instead[wrong]
      check(right !== undefined, `${field} ${JSON.stringify(entries[field])}: ${sent.errorAt(field)}`)
      entries[wrong] = right
      askedAgain.push(wrong)
    }
    sent = await send(sent, entries)
  }
  for (const field of fields)
    check(
      instead[field] === undefined || askedAgain.includes(field),
      `${field} takes ${JSON.stringify(typed[field])}`,
    )
  return sent
}

async function listProduct(seller: Visitor, { name, product }: Offer): Promise<void> {
  const category = await seller.open("/add-product")
  const description = await category.press("Next", { Category: "Vegetables", Price: "3.25" })
  const images = await description.press("Next", {
    Section: "Carrots",
    "Product name": product,
    Description: `Pulled this morning for ${name}.`,
  })
  const done = await images.press("Submit")
  check(done.path === "/market-dashboard", `listing ends on ${done.path}: ${done.text.slice(0, 300)}`)
}

/** Finds market and product by name, as written and as people type it, and puts the product into the cart. */
async function buy(customer: Visitor, { name, product, zip }: Offer): Promise<void> {
  const search = async (words: string) => {
    const home = await customer.open("/home")
    const found = await home.press("Find markets", { Zip: zip, "Products or markets": words })
    checkNames(headings(found), [name, product], `searching ${JSON.stringify(words)}`)
    return found
  }
  await search(plainly(name))
  const found = await search(name)
  // Button names are compared after collapsing whitespace.
  await found.press(`Add to the cart: ${product.replace(/\s\s+/g, " ")}`)
  checkNames(headings(await customer.open("/shopping-cart")), [name, product], "the cart")
}

/** Without accents and apostrophes, in lower case. */
const plainly = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/[\p{M}'’"“”`]/gu, "")
    .replace(/\s+/g, " ")
    .toLowerCase()

async function become(page: Page, site: Site, person: Person): Promise<void> {
  await page.context().clearCookies()
  await signIn(page, site, person)
}

async function lookAt(page: Page, path: string, names: readonly string[]): Promise<void> {
  await page.goto(path)
  checkNames(await page.evaluate(headingsOnScreen), names, `${path} on the narrowest phone`)
  const wide = await pixelsTooWide(page)
  check(wide <= 0, `${path} is ${wide} pixels wider than ${SMALLEST.width}`)
}

/** Runs in the browser: the headings whose full width is on the screen. */
function headingsOnScreen(): string[] {
  return [...document.querySelectorAll("h1,h2,h3,h4")]
    .filter((one) => {
      const { left, right, width } = one.getBoundingClientRect()
      return width > 0 && left >= 0 && right <= innerWidth
    })
    .map((one) => one.textContent ?? "")
}

const headings = ({ document }: HtmlPage) =>
  [...document.querySelectorAll("h1,h2,h3,h4")].map((one) => one.textContent ?? "")

function checkNames(shown: readonly string[], names: readonly string[], where: string): void {
  for (const name of names) check(shown.includes(name), `${where} does not show ${JSON.stringify(name)}`)
}

function check(isRight: boolean, otherwise: string): asserts isRight {
  if (!isRight) throw new Error(otherwise)
}
