import { z } from "zod"
import { digitsOf, oneLine, readableText, withoutBlanks } from "#core/typed-text.ts"

/**
 * Field formats of the payout wizard. The browser sends the values straight to the card processor: these rules run in
 * the browser, and on the server only if `API_RAW_IDENTITY=on` allows the API to receive them.
 */

/** Only adults can open a payout account. */
const MINIMUM_AGE_YEARS = 18
const MAXIMUM_AGE_YEARS = 120

export const MISSING_DETAILS_MESSAGE = "Please enter details, Thank you!"

const DASHES = /[\p{Pd}\u2212]/gu

/** Formats at most nine digits, with dashes after the 3rd and the 5th. */
export function formatSsn(typed: string): string {
  const digits = digitsOf(typed).slice(0, 9)
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter((part) => part !== "").join("-")
}

/** Nine digits with any punctuation; the result is NNN-NN-NNNN (11 characters). */
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
/** The format in which browsers fill in a birthday. */
const ISO_DATE = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/

/** Parses "M/D/YYYY" or "MM/DD/YYYY" with any blanks, and ISO dates; null for a day that does not exist. */
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

/** Converts a date field's YYYY-MM-DD to MM/DD/YYYY; empty for an empty one. */
export function usDate(iso: string): string {
  const [year, month, day] = iso.split("-")
  return day ? `${month}/${day}/${year}` : ""
}

/** MM/DD/YYYY, for someone who is at least 18 on `today`; the result is the parts of the date, as Stripe expects. */
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
  if (age < 0) return "Enter a date in the past."
  if (age < MINIMUM_AGE_YEARS) return `You have to be ${MINIMUM_AGE_YEARS} or older.`
  return age > MAXIMUM_AGE_YEARS ? "Check the year of your date of birth." : null
}

/** Age in whole years, by UTC calendar days; someone born on February 29 turns a year older on March 1. */
export function ageOn(born: CalendarDate, today: Date): number {
  const month = today.getUTCMonth() + 1
  const hadBirthday = month > born.month || (month === born.month && today.getUTCDate() >= born.day)
  return today.getUTCFullYear() - born.year - (hadBirthday ? 0 : 1)
}

/** Removes the blanks and dashes with which statements and banking apps group digits. */
const ungrouped = (typed: string) => withoutBlanks(typed).replace(DASHES, "")

/** Nine digits with a valid ABA checksum (weights 3-7-1, divisible by ten). */
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
 * The market's website, normalized as browsers do: "Example.com" becomes "https://example.com". Only http and https,
 * with a dot in the host name and without a user name: text before an @ can look like the site that opens.
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

/** Rejects extra slashes, backslashes and line breaks: browsers ignore them, so the text can hide the real host. */
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
