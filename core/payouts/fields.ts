import { z } from "zod"
import { digitsOf, oneLine, readableText, withoutBlanks } from "#core/typed-text.ts"

/**
 * Formats of the payout wizard. The values go from the browser straight to the card processor: these rules run
 * in the browser, and on the server only where `API_RAW_IDENTITY=on` lets the API carry them.
 */

/** The payout wizard's people are adults. */
const MINIMUM_AGE_YEARS = 18
const MAXIMUM_AGE_YEARS = 120

export const MISSING_DETAILS_MESSAGE = "Please enter details, Thank you!"

const DASHES = /[\p{Pd}\u2212]/gu

/** Digits with dashes after the 3rd and the 5th, at most nine of them. */
export function formatSsn(typed: string): string {
  const digits = digitsOf(typed).slice(0, 9)
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter((part) => part !== "").join("-")
}

/** Nine digits, however they are punctuated; comes out in 11 characters, NNN-NN-NNNN. */
export const ssnField = z
  .string({ error: "Enter your Social Security number." })
  .transform(digitsOf)
  .refine(
    (digits) => digits.length === 9,
    "Enter the nine digits of your Social Security number, like 123-45-6789.",
  )
  .transform(formatSsn)

export type CalendarDate = { year: number; month: number; day: number }

/** "2/3/1990", "02-03-1990", "02.03.1990". */
const US_DATE = /^(?<month>\d{1,2})(?<mark>[/.-])(?<day>\d{1,2})\k<mark>(?<year>\d{4})$/
/** As browsers fill in a birthday by themselves. */
const ISO_DATE = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/

/** Reads "M/D/YYYY" or "MM/DD/YYYY", with whatever blanks, and ISO dates; null for a day that no calendar has. */
export function parseUsDate(text: string): CalendarDate | null {
  const typed = withoutBlanks(text).replace(DASHES, "-")
  const { groups } = US_DATE.exec(typed) ?? ISO_DATE.exec(typed) ?? {}
  if (!groups) return null
  const [year = 0, month = 0, day = 0] = [groups.year, groups.month, groups.day].map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? { year, month, day } : null
}

/** The text of a date field, YYYY-MM-DD, as MM/DD/YYYY; empty for an empty one. */
export function usDate(iso: string): string {
  const [year, month, day] = iso.split("-")
  return day ? `${month}/${day}/${year}` : ""
}

/** A date of birth of someone who is 18 on `today`, as MM/DD/YYYY; comes out in its parts, as Stripe takes it. */
export function dateOfBirthField(today: Date) {
  return z.string({ error: "Enter your date of birth." }).transform((text, context): CalendarDate => {
    const date = parseUsDate(text)
    const message = date ? ageProblem(date, today) : "Enter your date of birth as MM/DD/YYYY."
    if (date && !message) return date
    context.addIssue({ code: "custom", message: message ?? "Enter your date of birth." })
    return z.NEVER
  })
}

function ageProblem(born: CalendarDate, today: Date): string | null {
  const age = ageOn(born, today)
  if (age < 0) return "This day is still to come."
  if (age < MINIMUM_AGE_YEARS) return `You have to be ${MINIMUM_AGE_YEARS} or older.`
  return age > MAXIMUM_AGE_YEARS ? "Check the year of your date of birth." : null
}

/** Whole years, by the calendar in UTC; someone born on February 29 turns a year older on March 1. */
export function ageOn(born: CalendarDate, today: Date): number {
  const month = today.getUTCMonth() + 1
  const hadBirthday = month > born.month || (month === born.month && today.getUTCDate() >= born.day)
  return today.getUTCFullYear() - born.year - (hadBirthday ? 0 : 1)
}

/** A number as statements and apps of banks write it, in groups of digits. */
const ungrouped = (typed: string) => withoutBlanks(typed).replace(DASHES, "")

/** Nine digits whose checksum is right (ABA: 3-7-1 weights, divisible by ten). */
export const routingNumberField = z
  .string({ error: "Enter the routing number." })
  .overwrite(ungrouped)
  .regex(/^\d{9}$/, { error: "Enter the nine-digit routing number.", abort: true })
  .refine(hasAbaChecksum, "Check the routing number: one of its digits is wrong.")

function hasAbaChecksum(routingNumber: string): boolean {
  const weights = [3, 7, 1]
  const sum = [...routingNumber].reduce(
    (total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0),
    0,
  )
  return sum > 0 && sum % 10 === 0
}

export const accountNumberField = z
  .string({ error: "Enter the account number." })
  .overwrite(ungrouped)
  .regex(/^\d{4,17}$/, "Enter the account number: 4 to 17 digits.")

export const accountHolderField = z
  .string({ error: "Enter the account holder's name." })
  .overwrite(readableText)
  .overwrite(oneLine)
  .min(1, "Enter the account holder's name.")
  .max(80, "Keep this to 80 characters.")

const WEBSITE_MESSAGE = "Enter a web address like example.com."

/**
 * The market's website, as browsers read it: "Example.com" becomes "https://example.com". Of http and https only, with a
 * name that has a dot, and without a user name: what stands in front of an @ looks like the site that is opened.
 */
export const websiteField = z
  .string({ error: "Enter the market's website." })
  .overwrite(readableText)
  .min(1, { error: "Enter the market's website.", abort: true })
  .max(200, "Keep this to 200 characters.")
  .transform((text) => (/^https?:\/\//i.test(text) ? text : `https://${text}`))
  .refine(namesOneHost, { error: WEBSITE_MESSAGE, abort: true })
  .pipe(z.url({ protocol: /^https?$/, hostname: z.regexes.domain, error: WEBSITE_MESSAGE, abort: true }))
  .transform(asBrowsersReadIt)

/** Browsers pass over extra slashes, backslashes and line breaks: a person who reads the text expects another host. */
function namesOneHost(text: string): boolean {
  const url = URL.parse(text)
  return !url?.username && !url?.password && /^https?:\/\/[^/\\\s][^\\\s]*$/i.test(text)
}

function asBrowsersReadIt(text: string): string {
  const { href, origin } = new URL(text)
  return href === `${origin}/` ? origin : href
}

export const productDescriptionField = z
  .string({ error: "Describe what you will be selling." })
  .overwrite(readableText)
  .min(1, "Describe what you will be selling.")
  .max(500, "Keep this to 500 characters.")
