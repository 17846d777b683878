import { z } from "zod"
import { windowStartField } from "#core/cart/cart.ts"
import type { CartChanges } from "#core/cart/update-cart.server.ts"
import { bodyId, time } from "./fields.ts"

const MOST_MARKETS = 100

/** The customer's chosen time for each market. */
export const windowChoices = z
  .array(
    z.object({
      marketid: bodyId("market", "Which market?"),
      starts_at: windowStartField.nullable().default(null).meta({
        description:
          "A window's beginning, as GET /market/getWindows/{id} tells it; null: as soon as possible.",
      }),
    }),
  )
  .max(MOST_MARKETS)
  .nullish()
  .meta({
    description: "When the things of a market are wanted. A market that is not listed keeps its time. Ours.",
  })

type Choices = z.output<typeof windowChoices>

/** The client's name for the field in validation errors of `setCart`. */
export const WINDOW_FIELDS = { startsAt: "windows" }

/** The times by market, as `setCart` takes them. */
export const toChoices = (choices: Choices): CartChanges["windows"] =>
  Object.fromEntries((choices ?? []).map(({ marketid, starts_at }) => [marketid, starts_at]))

export const windowAnswer = z
  .object({ starts_at: time, ends_at: time })
  .meta({ id: "Window", description: "When the customer wants it. Ours." })

/** Left out if no window was chosen. */
export const windowField = windowAnswer.optional().meta({
  description: "When the customer wants it; left out for as soon as possible. Ours.",
})

export const toWindow = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) => ({
  starts_at: startsAt.toISOString(),
  ends_at: endsAt.toISOString(),
})

/** The `window` field of an order; left out if no window was chosen. */
export const toOrderWindow = ({
  windowStartsAt,
  windowEndsAt,
}: {
  windowStartsAt: Date | null
  windowEndsAt: Date | null
}) =>
  windowStartsAt && windowEndsAt
    ? { window: toWindow({ startsAt: windowStartsAt, endsAt: windowEndsAt }) }
    : {}
