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
        description: "The start of a window from GET /market/getWindows/{id}; null for as soon as possible.",
      }),
    }),
  )
  .max(MOST_MARKETS)
  .nullish()
  .meta({
    description:
      "The time the customer chooses for each market. The time of a market that is not listed stays unchanged. Ours.",
  })

type Choices = z.output<typeof windowChoices>

/** The client's name for the field in validation errors of `setCart`. */
export const WINDOW_FIELDS = { startsAt: "windows" }

/** The times by market, as `setCart` takes them. */
export const toChoices = (choices: Choices): CartChanges["windows"] =>
  Object.fromEntries((choices ?? []).map(({ marketid, starts_at }) => [marketid, starts_at]))

export const windowAnswer = z
  .object({ starts_at: time, ends_at: time })
  .meta({ id: "Window", description: "The time the customer chose. Ours." })

/** Left out if no window was chosen. */
export const windowField = windowAnswer.optional().meta({
  description: "The time the customer chose; left out if they want the order as soon as possible. Ours.",
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
