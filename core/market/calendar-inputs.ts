import { z } from "zod"
import { type Span, spansProblem, WEEKDAYS } from "#core/calendar/calendar.ts"
import { MOST_RADIUS_MILES } from "#core/calendar/taking-orders.ts"
import { DAY_MINUTES } from "#core/durations.ts"
import { fromDollars, isWholeCents, ZERO } from "#core/money.ts"
import { fromDollarText, plainNumber } from "#core/plain-number.ts"
import { oneLine, readableText } from "#core/typed-text.ts"
import { tick } from "./market-facts.ts"

/** The most opening spans of one day. */
export const MOST_SPANS = 4
/** In opening hours: three days of eight hours, of the seven days that customers can choose from. */
const MOST_PREP_MINUTES = DAY_MINUTES
const MOST_PLACES = 500
const MOST_MINIMUM_DOLLARS = 1_000
const LONGEST_WORDS = 120

const minuteField = plainNumber(
  z.number({ error: "Choose a time." }).int().min(0).max(DAY_MINUTES).optional(),
)

/** The fields of a day's hours. Rows without any time are ignored. */
const hoursFields = {
  isOpen: tick,
  spans: z
    .array(z.object({ opens: minuteField, closes: minuteField }))
    .max(MOST_SPANS, `A day can have at most ${MOST_SPANS} opening times.`)
    .default([]),
}
type SentHours = {
  isOpen: boolean
  spans: readonly { opens?: number | undefined; closes?: number | undefined }[]
}

/** The submitted spans of a day, in order; empty if the market is closed. */
export function sentSpans({ isOpen, spans }: SentHours): Span[] {
  if (!isOpen) return []
  return spans
    .flatMap(({ opens, closes }) => (opens === undefined || closes === undefined ? [] : [{ opens, closes }]))
    .sort((a, b) => a.opens - b.opens)
}

function checkHours(sent: SentHours, context: z.RefinementCtx) {
  if (!sent.isOpen) return
  const problem = (path: (string | number)[], message: string) =>
    context.addIssue({ code: "custom", path, message })
  const halves = sent.spans.flatMap(({ opens, closes }, at) =>
    (opens === undefined) === (closes === undefined)
      ? []
      : [{ at, end: opens === undefined ? "opens" : "closes" }],
  )
  for (const { at, end } of halves)
    problem(["spans", at, end], end === "opens" ? "Choose when you open." : "Choose when you close.")
  if (halves.length > 0) return
  const spans = sentSpans(sent)
  const wrong = spans.length === 0 ? "Choose your hours, or say that you are closed." : spansProblem(spans)
  if (wrong) problem(["spans"], wrong)
}

const dayField = plainNumber(
  z
    .number({ error: "Choose a day." })
    .int()
    .min(0)
    .max(WEEKDAYS.length - 1),
)

/** The hours of one weekday (0 is Monday), and the other days that have the same. */
export const weekHoursInput = z
  .object({ ...hoursFields, day: dayField, alsoOn: z.array(dayField).default([]) })
  .superRefine(checkHours)

const dateField = (question: string) => z.iso.date({ error: question })
const wordsField = z
  .string()
  .overwrite(readableText)
  .overwrite(oneLine)
  .max(LONGEST_WORDS, `Keep this to ${LONGEST_WORDS} characters.`)
  .default("")
  .transform((words) => words || null)

/** A day that differs from the week. */
export const specialDayInput = z
  .object({ date: dateField("Choose a day."), ...hoursFields, note: wordsField })
  .superRefine(checkHours)
export const removeSpecialDayInput = z.object({ date: dateField("Choose a day.") })

export const pauseInput = z.object({
  until: dateField("Choose a day.")
    .optional()
    .transform((until) => until ?? null),
  reason: wordsField,
})

const wholeNumber = (question: string, most: number) => {
  const range = `Enter a whole number from 1 to ${most}.`
  return z
    .number({ error: ({ input }) => (input === undefined ? question : range) })
    .int(range)
    .min(1, range)
    .max(most, range)
}

const placesField = plainNumber(
  wholeNumber("", MOST_PLACES)
    .optional()
    .transform((places) => places ?? null),
)

const minimumField = z.preprocess(
  fromDollarText,
  z
    .number({ error: "Enter dollars and cents, like 15.00." })
    .min(0, { error: "The minimum can't be negative.", abort: true })
    .max(MOST_MINIMUM_DOLLARS, {
      error: `The minimum can't be more than $${MOST_MINIMUM_DOLLARS}.`,
      abort: true,
    })
    .refine(isWholeCents, "An amount has at most two decimals.")
    .transform(fromDollars)
    .optional()
    .transform((amount) => amount ?? ZERO),
)

export const preparationInput = z.object({
  prepMinutes: plainNumber(
    z
      .number({ error: "Choose how long an order takes." })
      .int()
      .min(0)
      .max(MOST_PREP_MINUTES, "An order takes 24 hours at most."),
  ),
})

export const pickupInput = z.object({ pickupPlaces: placesField, pickupMinimumCents: minimumField })

export const deliveryInput = z.object({
  offersDelivery: tick,
  deliveryRadiusMiles: plainNumber(wholeNumber("How far do you deliver?", MOST_RADIUS_MILES)),
  deliveryPlaces: placesField,
  deliveryMinimumCents: minimumField,
})

/** The form's choices of who delivers by default. */
export const USUAL_COURIERS = { ask: null, own: true, platform: false } as const

export const usualCourierInput = z.object({
  usualCourier: z
    .enum(["ask", "own", "platform"], { error: "Choose who delivers." })
    .transform((choice) => USUAL_COURIERS[choice]),
})
