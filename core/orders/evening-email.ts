import { z } from "zod"
import { clockText } from "#core/calendar/calendar.ts"

/** The hours at which a market may get its evening email, on the market's clock. */
export const EVENING_HOURS = [15, 16, 17, 18, 19, 20, 21, 22, 23] as const
export const USUAL_EVENING_HOUR = 18

export const eveningHourText = (hour: number): string => clockText(hour * 60)

export const eveningHourInput = z.object({
  hour: z.coerce
    .number({ error: "Choose an hour." })
    .refine((hour) => EVENING_HOURS.some((one) => one === hour), { error: "Choose an hour." }),
})
