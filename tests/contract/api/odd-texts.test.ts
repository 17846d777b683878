import { expect, it } from "vitest"
import type { z } from "zod"
import { addressInput } from "#core/addresses/address-input.ts"
import { decisionInput } from "#core/approvals/decision-input.ts"
import { descriptionField, nameField as productNameField } from "#core/catalog/product-facts.ts"
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
import { pickupPhoneField } from "#core/orders/order-note.ts"
import {
  accountHolderField,
  accountNumberField,
  dateOfBirthField,
  productDescriptionField,
  routingNumberField,
  ssnField,
  websiteField,
} from "#core/payouts/fields.ts"
import { zipField } from "#core/places/zip.ts"
import { documentedCalls } from "#tests/support/api-document.ts"
import { asSent, ODD_TEXTS, unreadableTexts } from "#tests/support/odd-texts.ts"
import { useSandboxApi } from "./sandbox-api.ts"
import { aSample } from "./world.ts"

/** For each text of a call's body, the page field with the same rules and a valid value. */
const PAGES: Readonly<Record<string, readonly [z.ZodType, string]>> = {
  email: [emailField, "quince@example.test"],
  firstname: [firstNameField, "Quince"],
  lastname: [lastNameField, "Quince"],
  address: [addressField, "1 Quince St"],
  addressone: [addressOneField, "Floor 2, Quince"],
  city: [cityField, "Quince"],
  zip: [zipField, "10001"],
  phone: [phoneField, "212-555-0134"],
  pickupphone: [pickupPhoneField, "212-555-0134"],
  marketname: [marketNameField, "Quince"],
  shippingaddress: [addressInput.shape.address, "1 Quince St"],
  shippingaddressone: [addressOneField, "Floor 2, Quince"],
  shippingcity: [cityField, "Quince"],
  shippingzip: [zipField, "10001"],
  url: [websiteField, "quince.example.com"],
  productdescription: [productDescriptionField, "Quince, sweet."],
  dob: [dateOfBirthField(new Date()), "01/02/1990"],
  ssn: [ssnField, "000-00-0000"],
  accountnumber: [accountNumberField, "000123456789"],
  routingnumber: [routingNumberField, "110000000"],
  accountholdername: [accountHolderField, "Quince"],
  name: [productNameField, "Quince"],
  productname: [productNameField, "Quince"],
  description: [descriptionField, "Quince, sweet."],
  carrier: [carrierInput.shape.carrier, "Quince"],
  trackingnumber: [carrierInput.shape.trackingNumber, "1Z Quince"],
}
/** Left out if empty, as in the original app. */
const MAY_BE_EMPTY = [
  "url",
  "productdescription",
  "dob",
  "ssn",
  "accountnumber",
  "routingnumber",
  "accountholdername",
]
const REASON = "reason"

/** Passwords, tokens, ids, choices, and numbers with their own tests. */
const NO_TEXT =
  "password token accounttoken banktoken code idproduct schedule weekdays satuday sunday state shippingstate productsection unit unitamount byweight value quantity size sizes gender products windows billing".split(
    " ",
  )
/** Identifies the product by its name and reads its quantity; saves no text. */
const ASKS_ONLY = ["/transaction/checkQuantityUpdateTransaction"]
const TIME = 120_000

const { database, signedInWorld } = useSandboxApi()

type Schema = { "x-thing"?: string; enum?: unknown; format?: string; contentMediaType?: string }

it("treats odd texts as the pages do, and stores no invisible characters", {
  tags: ["FORM-68"],
  timeout: TIME,
}, async () => {
  const { world, api, headersOf } = await signedInWorld()
  api.runtime.env.API_RAW_IDENTITY = true
  const calls = documentedCalls.filter(({ body, path }) => body && !ASKS_ONLY.includes(path))
  const unknown: string[] = []
  for (const [oddity, odd] of Object.entries(ODD_TEXTS))
    for (const call of calls) {
      const properties = Object.entries(call.body!.schema.properties ?? {}) as [string, Schema][]
      const texts = properties.filter(
        ([name, schema]) => takesText(schema) && !NO_TEXT.includes(name.toLowerCase()),
      )
      const expected: Record<string, string[]> = {}
      const sample = aSample(call, world.own)
      const sent: Record<string, string> = {}
      for (const [name] of texts) {
        const key = name.toLowerCase()
        if (!(key in PAGES) && key !== REASON) unknown.push(`${call.path} ${name}`)
        sent[name] = odd(PAGES[key]?.[1] ?? "Quince is gone.")
        const says = saidOf(key, sent[name])
        if (says) expected[name] = [says]
      }
      if (texts.length === 0) continue
      await database.pool.query("truncate rate_limits")
      const answer = await api.call(call.method, sample.path, withTexts(sample.body, sent), headersOf(call))
      const told = (await answer.json()) as { errors?: Record<string, string[]> }
      const errors = Object.fromEntries(Object.entries(told.errors ?? {}).filter(([name]) => name in sent))
      const what = `${call.method} ${call.path} ${oddity}`
      if (Object.keys(expected).length > 0) expect([what, errors]).toEqual([what, expected])
      expect([what, answer.status < 500]).toEqual([what, true])
    }
  expect(unknown).toEqual([])
  expect(await unreadableTexts(database.pool)).toEqual([])
})

const takesText = (schema: Schema) =>
  JSON.stringify(schema).includes('"string"') &&
  !schema["x-thing"] &&
  !JSON.stringify(schema).includes('"enum"') &&
  !JSON.stringify(schema).includes("binary")

/** The error message of the page's field for a text, as a form sends it. */
function saidOf(key: string, text: string): string | undefined {
  const typed = asSent(text)
  if (key === REASON) {
    const decision = { decision: "deny", seen: "waiting", reason: typed }
    const said = decisionInput.safeParse(decision).error?.issues[0]?.message
    // The API accepts a denial without a reason.
    return hasText(typed) ? said : undefined
  }
  const [field] = PAGES[key] ?? []
  if (MAY_BE_EMPTY.includes(key) && !hasText(typed)) return undefined
  return field?.safeParse(typed).error?.issues[0]?.message
}

const hasText = (typed: string) => /[a-z\d\uff10-\uff19]/i.test(typed)

/** The body with these texts, and with an invalid password, so that nobody gets registered. */
function withTexts(body: unknown, texts: Record<string, string>): unknown {
  if (body instanceof FormData) {
    for (const [name, text] of Object.entries(texts)) body.set(name, text)
    if (body.has("Password")) body.set("Password", "x")
    return body
  }
  const changed: Record<string, unknown> = { ...(body as object), ...texts }
  if ("password" in changed) changed.password = ""
  return changed
}
