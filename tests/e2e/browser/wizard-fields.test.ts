import { describe, expect, it } from "vitest"
import { aProduct } from "#tests/support/factories/markets.ts"
import { aPhoto, notAPhoto, tooLargePhoto } from "#tests/support/pictures.ts"
import { type Changes, type PlainPage, type PlainVisitor, plainVisitor } from "#tests/support/plain-pages.ts"
import { aSeller } from "#tests/support/plain-seller.ts"
import { useServer } from "#tests/support/server.ts"
import { PASSWORD } from "#tests/support/sign-in.ts"
import {
  CARD,
  DELIVERER,
  is,
  next,
  SELLER,
  SHOE,
  type Step,
  TEXTS,
  VEGETABLE,
  WRONG_CARD,
} from "./wizard-steps.ts"

/**
 * Every step of every wizard, sent as a form without JavaScript: a wrong answer in one field gives that field's
 * sentence next to it, no other field is marked, and all the rest is still there. No browser: the answer is the
 * server's.
 */
const server = useServer()

/** Never sent back to a page. */
const SECRET = /password/i

async function expectFaults(visitor: PlainVisitor, step: Step) {
  for (const { field, value, says, with: and = {} } of step.wrong) {
    const what = `${step.path}: ${field} = ${value}`
    const answer = await visitor.send(
      await visitor.open(step.path),
      { ...step.good, ...and, [field]: value },
      step.button,
    )
    expect([what, answer.status]).toEqual([what, 422])
    expect([what, answer.errorAt(field)]).toEqual([what, says])
    expect([what, Object.keys(answer.errors)]).toEqual([
      what,
      [expect.stringMatching(new RegExp(`${field}$`))],
    ])
    const kept = formWith(answer, field).fields
    for (const [name, good] of Object.entries(step.good))
      if (name !== field && !SECRET.test(name)) expect([what, name, kept[name]]).toEqual([what, name, good])
    if (SECRET.test(Object.keys(step.good).join())) expect(answer.html).not.toContain(PASSWORD)
  }
}

const formWith = ({ forms, path }: PlainPage, field: string) => {
  const form = forms.find(({ fields }) => field in fields)
  if (!form) throw new Error(`${path} has no ${field}`)
  return form
}

/** Through the steps, each with every fault first and then right; answers the last page. */
async function walk(visitor: PlainVisitor, steps: readonly Step[]): Promise<PlainPage> {
  let page: PlainPage | undefined
  for (const step of steps) {
    await expectFaults(visitor, step)
    page = await visitor.send(await visitor.open(step.path), step.good, step.button)
    expect([step.path, step.name, page.status, page.errors]).toEqual([step.path, step.name, 200, {}])
  }
  return page!
}

for (const [who, steps, files] of [
  ["a seller", SELLER, ["id", "pictureOfMarket", "certificate"]],
  ["a deliverer", DELIVERER, ["id"]],
] as const)
  describe(`the registration of ${who}`, () => {
    it("says of each field what is wrong with it, and keeps the rest", async () => {
      const visitor = plainVisitor(server.url)
      const last = await walk(visitor, steps)
      expect(last.path).toContain(`step=${steps.length + 1}`)
      const send = (chosen: Changes) =>
        visitor.post(last.path, { ...Object.fromEntries(files.map((name) => [name, noFile])), ...chosen })
      const none = await send({})
      expect(files.map((name) => none.errorAt(name))).toEqual(files.map(() => "Choose a picture."))
      // One fault after the other in one field; what was good in another stays chosen.
      const others = Object.fromEntries(
        await Promise.all(files.slice(1).map(async (name) => [name, await aPhoto(`${name}.jpg`)])),
      )
      const faults = [
        [notAPhoto(), "This file is not an image we can read. Please choose a JPEG, PNG or WebP."],
        [await tooLargePhoto(), "File size exceeds 1MB. Please select a smaller file."],
      ] as const
      for (const [file, says] of faults) {
        const answer = await send({ ...others, id: file })
        expect([answer.status, answer.errorAt("id"), Object.keys(answer.errors).length]).toEqual([
          422,
          says,
          1,
        ])
        for (const name of files.slice(1)) expect(answer.html).toContain(`We have ${name}.jpg.`)
      }
      const done = await send({ id: { ...(await aPhoto()), name: "wrong-name.txt", mimeType: "text/plain" } })
      expect([done.status, done.path]).toEqual([200, who === "a seller" ? "/market" : "/express"])
    })
  })

const noFile = { name: "", mimeType: "application/octet-stream", buffer: new Uint8Array() }

describe("the add-product wizard", () => {
  it("says of each field of a vegetable what is wrong with it, and keeps the rest", async () => {
    const { visitor } = await aSeller(server)
    const last = await walk(visitor, VEGETABLE)
    expect(last.path).toContain("step=4")
  })

  it("says of each field of a shoe and its sizes what is wrong with it, and keeps the rest", async () => {
    const { visitor } = await aSeller(server)
    await walk(visitor, SHOE.slice(0, 2))
    const unsized = await visitor.post("/add-product?step=3", next)
    expect([unsized.status, unsized.html.includes("Add at least one size.")]).toEqual([422, true])
    const sized = await walk(visitor, SHOE.slice(2))
    expect(sized.html).toContain("Delete size 9")
  })
})

describe("the other forms of a seller", () => {
  it("say of each field what is wrong with it, and keep the rest: editing, subscribing, another card", async () => {
    const subscribed = await aSeller(server)
    const product = await aProduct(server.database.db, subscribed.market)
    await expectFaults(subscribed.visitor, {
      name: "edit",
      path: `/edit-product?product=${product.id}`,
      good: { name: "Melons", description: "Ripe.", priceCents: "4.5", stock: "7" },
      wrong: [
        ...TEXTS,
        is("priceCents", "0.05", "The price is at least 0.1."),
        is("priceCents", "3.999", "A price has at most two decimals."),
        is("stock", "-1", "The quantity is at least 0."),
      ],
    })
    await expectFaults(subscribed.visitor, {
      name: "card",
      path: "/updateCard",
      good: CARD,
      wrong: WRONG_CARD,
    })
    const { visitor } = await aSeller(server, { subscription: "none" })
    await expectFaults(visitor, {
      name: "plan",
      path: "/register-subscription",
      good: { ...CARD, agree: "on" },
      wrong: [...WRONG_CARD, is("agree", null, "To subscribe, agree to the monthly charge.")],
    })
  })
})
