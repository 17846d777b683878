import { z } from "zod"
import { STATE_CODES } from "#core/places/states.ts"
import { zipField } from "#core/places/zip.ts"
import { oneLine, plainText, readableText } from "#core/typed-text.ts"

const MAX_NAME_LENGTH = 80
const MAX_ADDRESS_LENGTH = 120

/** A required line of text; `required` is the message when it is empty. */
function textField(required: string, max: number) {
  return z
    .string({ error: required })
    .overwrite(readableText)
    .overwrite(oneLine)
    .min(1, { error: required, abort: true })
    .max(max, `Keep this to ${max} characters.`)
}

export const firstNameField = textField("Enter your first name.", MAX_NAME_LENGTH)
export const lastNameField = textField("Enter your last name.", MAX_NAME_LENGTH)
/** The full name of a person without a profile. */
export const fullNameField = textField("Enter your name.", MAX_NAME_LENGTH)
export const marketNameField = textField("Enter the market's name.", MAX_NAME_LENGTH)
export const addressField = textField("Enter the street address.", MAX_ADDRESS_LENGTH).regex(
  /\p{L}/u,
  "Enter the number and the street, like 75 9th Ave.",
)
export const cityField = textField("Enter the city.", MAX_NAME_LENGTH).regex(
  /\p{L}.*\p{L}/u,
  "Enter the whole name of the city.",
)

/** The optional second line: "" when there is none, as the database stores it. */
export const addressOneField = z
  .string()
  .overwrite(readableText)
  .overwrite(oneLine)
  .max(MAX_ADDRESS_LENGTH, `Keep this to ${MAX_ADDRESS_LENGTH} characters.`)
  .nullish()
  .transform((line) => line ?? "")

export const stateField = z
  .string({ error: "Choose a state." })
  .overwrite(plainText)
  .toUpperCase()
  .pipe(z.enum(STATE_CODES, { error: "Choose a state." }))

const EMAIL = "Enter an email like name@example.com."
/** The browsers' own pattern for emails, but with at least one dot in the host. */
const EMAIL_PATTERN = new RegExp(z.regexes.html5Email.source.replace(/\*\$$/, "+$"))

/**
 * Stored in lower case, so that one email means one person however it is typed. Accepts what browsers accept as an
 * email if its host has a dot: people who leave out ".com" mistyped it.
 */
export const emailField = z
  .string({ error: "Enter your email." })
  .overwrite(plainText)
  .toLowerCase()
  .min(1, { error: "Enter your email.", abort: true })
  .max(254, EMAIL)
  .pipe(z.email({ pattern: EMAIL_PATTERN, error: EMAIL }))

/** A checkbox that must be checked: HTML sends "on", JSON sends true. */
export function agreeField(required: string) {
  return z
    .union([z.literal(true), z.literal("on"), z.literal("true")], { error: required })
    .transform(() => true as const)
}

/** Billing, shipping, sign-up and card forms share these five. */
export const addressFields = {
  address: addressField,
  addressOne: addressOneField,
  city: cityField,
  state: stateField,
  zip: zipField,
}

/** A market's address has no second line. */
export const marketAddressInput = z.object({
  address: addressField,
  city: cityField,
  state: stateField,
  zip: zipField,
})
