import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { ANSWERS } from "#core/catalog/product-steps.ts"
import { products } from "#db/schema/index.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { someFacts } from "#tests/support/factories/product-facts.ts"
import { formEntries, type HtmlPage } from "#tests/support/html-page.ts"
import { aPhoto, cutOff, heicPhoto, notAPhoto, tooLargePhoto, withoutEnd } from "#tests/support/images.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { PASSWORD } from "#tests/support/sign-in.ts"
import { type Visitor, visitor } from "#tests/support/visitor.ts"
import {
  CARD,
  COURIER,
  is,
  next,
  SELLER,
  SHOE,
  type Step,
  TEXTS,
  VEGETABLE,
  WRONG_CARD,
} from "#tests/support/wizard-steps.ts"

/**
 * Every step of every wizard, sent as a form without JavaScript: an invalid value shows its message next to the field,
 * no other field is marked, and everything else stays filled in.
 */
const server = useSharedServer()
/** Dozens of requests, on a machine that may be busy. */
const WALK_TIMEOUT_MS = 90_000

async function aSeller(facts: Parameters<typeof aMarket>[1] = {}) {
  const market = await aMarket(server.database.db, facts)
  return { market, seller: await visitor(server, market.actor) }
}

/** The colors of images that must differ. */
const COLORS = ["green", "blue"]

/** Never sent back to a page. */
const SECRET = /password/i

async function expectFieldErrors(person: Visitor, step: Step) {
  const form = await person.open(step.path)
  for (const { field, value, says, with: and = {} } of step.wrong) {
    const what = `${step.path}: ${field} = ${value}`
    const page = await form.send({ ...step.good, ...and, [field]: value }, step.button)
    expect([what, page.status]).toEqual([what, 422])
    expect([what, page.errorAt(field)]).toEqual([what, says])
    expect([what, markedFields(page)]).toEqual([what, [expect.stringMatching(new RegExp(`${field}-error$`))]])
    const kept = entriesWith(page, field)
    for (const [name, good] of Object.entries(step.good))
      if (name !== field && !SECRET.test(name)) expect([what, name, kept[name]]).toEqual([what, name, good])
    if (SECRET.test(Object.keys(step.good).join())) expect(page.html).not.toContain(PASSWORD)
  }
}

const markedFields = ({ document }: HtmlPage) =>
  [...document.querySelectorAll("[id$='-error']")].map(({ id }) => id)

/** The values of the form that has this field. */
function entriesWith({ document }: HtmlPage, field: string) {
  const { form } = document.querySelector(`[name="${field}"]`) as HTMLInputElement
  return Object.fromEntries(formEntries(form!, []))
}

/** The names of the fields that a person can fill in. */
const fieldsOn = ({ document }: HtmlPage) =>
  [...document.querySelectorAll("input:not([type=hidden]), select, textarea")].map((field) =>
    field.getAttribute("name"),
  )

/** Goes through the steps, each with every invalid value first and then the valid ones; returns the last page. */
async function walk(person: Visitor, steps: readonly Step[]): Promise<HtmlPage> {
  let page: HtmlPage | undefined
  for (const step of steps) {
    await expectFieldErrors(person, step)
    page = await (await person.open(step.path)).send(step.good, step.button)
    expect([step.path, step.name, page.status, markedFields(page)]).toEqual([step.path, step.name, 200, []])
  }
  return page!
}

for (const [who, steps, files] of [
  [
    "a seller",
    SELLER,
    {
      id: "Photo ID of the owner",
      pictureOfMarket: "Photo of the market",
      certificate: "Certificate or license",
    },
  ],
  ["a deliverer", COURIER, { id: "Photo ID" }],
] as const)
  describe(`the registration of ${who}`, () => {
    it("says of each field what is wrong with it, and keeps the rest", {
      tags: ["REG-15"],
      timeout: WALK_TIMEOUT_MS,
    }, async () => {
      const last = await walk(await visitor(server), steps)
      expect(last.path).toContain(`step=${steps.length + 1}`)
      const labels = Object.values(files)
      let page = await last.press("Submit")
      expect(labels.map((label) => page.errorAt(label))).toEqual(labels.map(() => "Choose a photo."))
      // Sends invalid files in one field, one at a time; the valid files of the others stay chosen.
      const [photoId, ...others] = labels
      const good = Object.fromEntries(
        await Promise.all(
          others.map(async (label, place) => [label, await aPhoto(`${label}.jpg`, COLORS[place])] as const),
        ),
      )
      const wrong = [
        [notAPhoto(), "This file isn't an image we can read. Please choose a JPEG, PNG, WebP or AVIF."],
        [heicPhoto(), "This file isn't an image we can read. Please choose a JPEG, PNG, WebP or AVIF."],
        [await tooLargePhoto(), "File size exceeds 1MB. Please select a smaller file."],
        [cutOff(await aPhoto()), "The photo didn't upload completely. Choose it again."],
      ] as const
      for (const [file, says] of wrong) {
        page = await page.press("Submit", { ...good, [photoId!]: file })
        expect([page.status, page.errorAt("id"), markedFields(page).length]).toEqual([422, says, 1])
        for (const label of others) expect(page.text).toContain(`We have ${label}.jpg.`)
      }
      const misnamed = { ...withoutEnd(await aPhoto()), name: "wrong-name.txt", mimeType: "text/plain" }
      const done = await page.press("Submit", { [photoId!]: misnamed })
      expect([done.status, done.path]).toEqual([200, who === "a seller" ? "/market" : "/express"])
    })
  })

describe("the add-product wizard", () => {
  it("says of each field of a vegetable what is wrong with it, and keeps the rest", {
    tags: ["LIST-2", "LIST-3", "LIST-15"],
    timeout: WALK_TIMEOUT_MS,
  }, async () => {
    const { seller } = await aSeller()
    const last = await walk(seller, VEGETABLE)
    expect(last.path).toContain("step=4")
  })

  it("says of each field of a shoe and its sizes what is wrong with it, and keeps the rest", {
    tags: ["LIST-3", "LIST-4"],
    timeout: WALK_TIMEOUT_MS,
  }, async () => {
    const { seller } = await aSeller()
    await walk(seller, SHOE.slice(0, 2))
    const unsized = await seller.post("/add-product?step=3", next)
    expect(unsized.status).toBe(422)
    expect(unsized.text).toContain("Add at least one size.")
    const sized = await walk(seller, SHOE.slice(2))
    expect(sized.get("button", "Delete size 9")).toBeTruthy()
  })

  it("has a field for each fact of a product, with sizes or without", {
    tags: ["LIST-2", "LIST-3"],
  }, async () => {
    const found: (string | null)[] = []
    for (const steps of [VEGETABLE, SHOE]) {
      const { seller } = await aSeller()
      for (const { path, good, button } of steps) {
        const page = await seller.open(path)
        found.push(...fieldsOn(page))
        await page.send(good, button)
      }
    }
    expect(found).toEqual(expect.arrayContaining(ANSWERS))
  })
})

describe("the edit form", () => {
  it("has a field for each fact that it changes, and leaves a fact alone whose field is missing", {
    tags: ["LIST-14", "LIST-21"],
  }, async () => {
    const { db } = server.database
    const { seller, market } = await aSeller()
    const { id } = await aProduct(db, market, { unit: "oz", unitAmount: 12 })
    const form = await seller.open(`/edit-product?product=${id}`)
    expect(fieldsOn(form)).toEqual(expect.arrayContaining(Object.keys(someFacts())))
    await form.send({ name: "Plum jam", unit: null, unitAmount: null }, { intent: "update" })
    expect(await db.select().from(products).where(eq(products.id, id))).toMatchObject([
      { name: "Plum jam", unit: "oz", unitAmount: 12 },
    ])
  })
})

describe("the other forms of a seller", () => {
  it("say of each field what is wrong with it, and keep the rest: editing, subscribing, another card", {
    tags: ["LIST-14", "LIST-15", "SUB-1"],
    timeout: WALK_TIMEOUT_MS,
  }, async () => {
    const subscribed = await aSeller()
    const product = await aProduct(server.database.db, subscribed.market)
    await expectFieldErrors(subscribed.seller, {
      name: "edit",
      path: `/edit-product?product=${product.id}`,
      good: { name: "Melons", description: "Ripe.", priceCents: "4.5", stock: "7" },
      button: { intent: "update" },
      wrong: [
        ...TEXTS,
        is("priceCents", "0.05", "The price is at least 0.1."),
        is("priceCents", "3.999", "A price has at most two decimals."),
        is("stock", "-1", "The quantity is at least 0."),
      ],
    })
    await expectFieldErrors(subscribed.seller, {
      name: "card",
      path: "/updateCard",
      good: CARD,
      button: { intent: "card" },
      wrong: WRONG_CARD,
    })
    const { seller } = await aSeller({ subscription: "none" })
    await expectFieldErrors(seller, {
      name: "plan",
      path: "/register-subscription",
      good: { ...CARD, agree: "on" },
      wrong: [...WRONG_CARD, is("agree", null, "To subscribe, agree to the monthly charge.")],
    })
  })
})
