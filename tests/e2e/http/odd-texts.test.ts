import { globSync, readFileSync } from "node:fs"
import { beforeAll, describe, expect, it } from "vitest"
import type { z } from "zod"
import { descriptionField, type EditedFacts } from "#core/catalog/product-facts.ts"
import {
  addressField,
  addressOneField,
  cityField,
  emailField,
  firstNameField,
  lastNameField,
  marketNameField,
} from "#core/identity/fields.ts"
import { phoneField } from "#core/identity/phone.ts"
import { carrierInput } from "#core/orders/order.ts"
import { websiteField } from "#core/payouts/fields.ts"
import { zipField } from "#core/places/zip.ts"
import { plainText } from "#core/typed-text.ts"
import { RECORDED_SERVER } from "#tests/baseline/visitor.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import {
  asSent,
  fieldKind,
  GOOD,
  isReadable,
  keptTexts,
  ODD_TEXTS,
  SAME_READING,
} from "#tests/support/odd-texts.ts"
import { useServer } from "#tests/support/server.ts"
import { allTextForms } from "#tests/support/text-form-pages.ts"
import { type Outcome, sendPlain } from "#tests/support/text-forms.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useServer(RECORDED_SERVER)
/** All pages and more than a thousand forms, on a machine that may be busy. */
const TIME = 600_000

/** Fields, by name, that the API also has: the API's own test compares its fields with these. */
const AS_BY_API: Readonly<Record<string, z.ZodType>> = {
  email: emailField,
  firstName: firstNameField,
  lastName: lastNameField,
  marketName: marketNameField,
  address: addressField,
  addressOne: addressOneField,
  city: cityField,
  zip: zipField,
  phone: phoneField,
  website: websiteField,
  description: descriptionField,
  carrier: carrierInput.shape.carrier,
  trackingNumber: carrierInput.shape.trackingNumber,
}
/** Errors that depend on other data, for texts that the field itself accepts. */
const KNOWN_BETTER = [
  /has been used/,
  /don't match/,
  /This address has no number/,
  /is in [A-Z]/,
  /the same as/,
  /^Somebody changed this/,
]

/**
 * Forms that can never succeed here: this login belongs to nobody, that market has no subscription whose card could be
 * changed, this code is no order's, and a replacement has to be chosen.
 */
const NEVER_TAKEN = [
  "POST /login password",
  "POST /market password",
  "POST /express password",
  "POST /admin password",
  "POST /updateCard card",
  "POST /order-seller handOver",
  "POST /marketOrders handOver",
  "POST /marketOrderDetails handOver",
  "POST /pack-order offer-replacement",
]
/** Some of the columns that the forms write, so that the search below is known to find them. */
const KEPT = ["addresses.label", "api_tokens.name", "markets.story", "passkeys.name"]

/** Components with a field, but without free text. */
const CHOICES =
  /^(Field|FieldError|PasswordInput|PhotoField|Checkbox|AgreeToTerms|PasskeyReviewFields|Select|QuantitySelect|QuantityStepper|SizeChoice|CardChoice|Choice|NewDay)$/
const DECLARED = /<([A-Z]\w*)\b([^<>]*?\bfield=\{[\s\S]*?)\/?>/g
const NAME = /\bfield=\{(?!nameless|field\})(?:\w+\()?(?:\w+\.(\w+)|"(\w+)"|(\w+)\})/
/** Its name is built from the market's id. */
const MADE_NAMES = ["notes"]

/** Forms without free text on pages that the walk does not open; payout details go to Stripe only. */
const NOTHING_TYPED = [
  "add-passkey",
  "cancel-email",
  "card-*",
  "confirm",
  "delete-address",
  "end-other-sessions",
  "files",
  "new-password",
  "payout",
  "publish",
  "revoke-*",
  "session-*",
  "test-push",
]
/** A product's fields in its form and in the API. The unit and the box for the final weight are choices. */
const OF_A_PRODUCT = {
  name: "productName",
  description: "description",
  priceCents: "value",
  stock: "quantity",
  unitAmount: "unitAmount",
} satisfies Record<Exclude<keyof EditedFacts, "unit" | "byWeight">, string>

describe("odd texts in every form", () => {
  let found: Awaited<ReturnType<typeof allTextForms>>
  beforeAll(async () => {
    found = await allTextForms(server)
  }, TIME)

  it("find every form and text field of the source on a page, and none that a browser checks or cuts by itself", {
    tags: ["FORM-69", "slow"],
  }, () => {
    const names = new Set(found.forms.flatMap((form) => form.names.map(fieldKind)))
    expect([...names].sort()).toEqual([...declaredTexts(), ...MADE_NAMES].sort())
    expect(Object.keys(GOOD).filter((name) => !names.has(name))).toEqual([])
    expect(declaredIds().filter((id) => !isSeen(id, found.seenIds))).toEqual(NOTHING_TYPED)
    expect([...found.constraints]).toEqual([])
  })

  it("are answered in the words of the fields that the API reads with, break no page, and leave what can be read", {
    tags: ["FORM-69", "slow"],
    timeout: TIME,
  }, async () => {
    const { forms } = found
    const differences: string[] = []
    const done = new Set<string>()
    const kept = new Set<string>()
    /** What each form's fields reported for each odd text. */
    const saidBy: Record<string, Record<string, Outcome["errors"]>> = {}
    for (const [oddity, odd] of Object.entries(ODD_TEXTS)) {
      await server.database.pool.query("truncate rate_limits")
      for (const form of forms) {
        const texts = Object.fromEntries(form.names.map((name) => [name, odd(GOOD[fieldKind(name)]!)]))
        const { status, errors } = await sendPlain(form, texts)
        if (status < 400) done.add(form.key)
        if (status >= 500) differences.push(`${form.key}, ${oddity}: ${status}`)
        // An action that can be done only once no longer shows its form.
        const isGone = done.has(form.key) && status === 422 && Object.keys(errors).length === 0
        if (form.method === "GET" || isGone) continue
        saidBy[form.key] = { ...saidBy[form.key], [oddity]: errors }
        for (const name of form.names) {
          const typed = asSent(texts[name]!)
          const says = AS_BY_API[name]?.safeParse(typed).error?.issues[0]?.message
          const said = errors[name]
          const isSame = says === said || (!says && isKnownBetter(said))
          const isLeftOut = !said && !form.required.includes(name) && !plainText(typed)
          if (name in AS_BY_API && !isSame && !isLeftOut)
            differences.push(`${form.key}, ${oddity}: ${name} ${status} "${said}", not "${says}"`)
        }
      }
      // The next text will replace most of this one.
      for (const [column, text] of await keptTexts(server.database.pool)) {
        kept.add(column)
        if (!isReadable(text)) differences.push(`${oddity}: ${column} holds ${JSON.stringify(text)}`)
      }
    }
    for (const [key, said] of Object.entries(saidBy)) differences.push(...readOtherwise(key, said))
    for (const { visitor: one, path, key } of forms) {
      const { status } = await one.open(path)
      if (status >= 500) differences.push(`${key}: ${path} answers ${status} afterwards`)
    }
    expect(differences).toEqual([])
    const notTaken = forms.filter(({ key }) => !done.has(key)).map(({ key }) => key.split(":")[0])
    expect(notTaken.sort()).toEqual([...NEVER_TAKEN].sort())
    expect([...kept]).toEqual(expect.arrayContaining(KEPT))
  })

  it("say the same of a product in its form and by the API, and leave the same", {
    tags: ["FORM-69", "slow"],
    timeout: TIME,
  }, async () => {
    const market = await aMarket(server.database.db)
    const seller = await visitor(server, market.actor)
    const [byForm, byApi] = [
      await aProduct(server.database.db, market, { name: "Quince" }),
      await aProduct(server.database.db, market, { name: "Quince" }),
    ]
    const headers = {
      "content-type": "application/json",
      origin: server.url,
      cookie: [...seller.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    }
    const path = `/edit-product?product=${byForm.id}`
    for (const [oddity, odd] of Object.entries(ODD_TEXTS)) {
      await server.database.pool.query("truncate rate_limits")
      for (const [field, byTheApi] of Object.entries(OF_A_PRODUCT)) {
        const what = [oddity, field]
        const typed = Object.keys(OF_A_PRODUCT).map((name) => [name, GOOD[name]!] as const)
        const texts = { ...Object.fromEntries(typed), [field]: odd(GOOD[field]!) }
        const page = await (await seller.open(path)).send({ ...texts, unit: "oz" }, { intent: "update" })
        const body = Object.entries(OF_A_PRODUCT).map(([name, one]) => [one, texts[name]])
        const answer = await fetch(`${server.url}/api/v1/product/updateproduct`, {
          method: "PUT",
          headers,
          body: JSON.stringify({ ...Object.fromEntries(body), idProduct: byApi.id, unit: "oz" }),
        })
        const { errors = {} } = (await answer.json()) as { errors?: Record<string, string[]> }
        expect([...what, page.errorAt(field)]).toEqual([...what, errors[byTheApi]?.[0]])
        expect([...what, await productOf(byForm.id)]).toEqual([...what, await productOf(byApi.id)])
      }
    }
  })
})

const isKnownBetter = (said = "") => KNOWN_BETTER.some((one) => one.test(said))

/** The texts that were read differently than a person would: neither as the valid text nor as an empty one. */
function readOtherwise(key: string, said: Record<string, Outcome["errors"]>): string[] {
  const pairs = [
    ["nothing that is seen", "nothing"],
    ...Object.keys(SAME_READING).map((oddity) => [oddity, "as expected"]),
  ] as [string, string][]
  return pairs.flatMap(([oddity, reading]) => {
    const [odd, plain] = [said[oddity], said[reading]].map((errors = {}) =>
      Object.entries(errors).filter(([, message]) => !isKnownBetter(message)),
    )
    const isSame = !said[oddity] || !said[reading] || JSON.stringify(odd) === JSON.stringify(plain)
    return isSame ? [] : [`${key}: ${oddity} ${JSON.stringify(odd)}, ${reading} ${JSON.stringify(plain)}`]
  })
}

/** The ids of all forms that are built from a schema, with a star for the variable part. */
function declaredIds(): string[] {
  const ids = globSync("app/**/*.tsx", { exclude: ["app/routes/dev/**"] })
    .map((file) => readFileSync(file, "utf8"))
    .flatMap((text) => [...text.matchAll(/\buseSchemaForm\([\s\S]*?\bid: ["`](.*?)["`]/g)])
  return [...new Set(ids.map(([, id]) => id!.replace(/\$\{.*?\}/g, "*")))].sort()
}

const isSeen = (id: string, seen: ReadonlySet<string>) =>
  [...seen].some((one) => new RegExp(`^${id.replaceAll("*", ".*")}$`).test(one))

function declaredTexts(): string[] {
  const source = globSync("app/**/*.tsx").map((file) => readFileSync(file, "utf8"))
  const names = source.flatMap((text) => [
    ...[...text.matchAll(DECLARED)]
      .filter(([, tag, rest]) => !CHOICES.test(tag!) && !/type="(date|time)"|\breadOnly/.test(rest!))
      .map(([, , rest]) => NAME.exec(rest!)?.slice(1).find(Boolean)),
    ...[...text.matchAll(/<input\b([\s\S]*?)\/>/g)]
      .filter(([, rest]) => !/type="(hidden|radio|checkbox|file|number|date)"/.test(rest!))
      .map(([, rest]) => /\bname="(\w+)"/.exec(rest!)?.[1]),
  ])
  return [...new Set(names.filter((name) => name !== undefined))]
}

async function productOf(id: string) {
  const { rows } = await server.database.pool.query(
    `select name, description, unit, unit_amount, price_cents, stock
     from products join variants on variants.product_id = products.id where products.id = $1`,
    [id],
  )
  return rows
}
