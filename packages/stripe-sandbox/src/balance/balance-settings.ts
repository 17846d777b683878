import { z } from "zod"
import type { Api } from "../http/api.ts"
import { flag, nothing, text, whole } from "../http/params.ts"
import { PLATFORM } from "../store/store.ts"
import type { World } from "../world.ts"

const updateParams = z.strictObject({
  payments: z
    .strictObject({
      debit_negative_balances: flag.optional(),
      payouts: z
        .strictObject({
          schedule: z
            .strictObject({
              interval: z.enum(["daily", "manual", "monthly", "weekly"]).optional(),
              monthly_payout_days: z.array(whole).optional(),
              weekly_payout_days: z.array(text).optional(),
            })
            .optional(),
          statement_descriptor: text.optional(),
        })
        .optional(),
      settlement_timing: z.strictObject({ delay_days_override: whole.optional() }).optional(),
    })
    .optional(),
})

type Change = z.output<typeof updateParams>["payments"]

/**
 * Stripe's newer endpoint for an account's payout schedule. A change made here also shows in the account's settings.
 */
export function balanceSettingsRoutes(api: Api): void {
  api.get("/v1/balance_settings", nothing, ({ world, account }) => show(world, account))
  api.post("/v1/balance_settings", updateParams, ({ world, account, params }) => {
    const change = params.payments
    world.store.setSetting(
      `balance-settings ${account}`,
      JSON.stringify({ ...kept(world, account), ...change }),
    )
    mirror(world, account, change)
    return show(world, account)
  })
}

function kept(world: World, account: string): NonNullable<Change> {
  return JSON.parse(world.store.setting(`balance-settings ${account}`) ?? "{}")
}

function mirror(world: World, id: string, change: Change): void {
  const account = id ? world.store.get("account", id, PLATFORM) : null
  const interval = change?.payouts?.schedule?.interval
  if (!account?.settings?.payouts || !interval) return
  account.settings.payouts.schedule.interval = interval
  world.store.save(account)
}

function show(world: World, id: string) {
  const account = id ? world.store.get("account", id, PLATFORM) : null
  const own = kept(world, id)
  const schedule = account?.settings?.payouts?.schedule
  return {
    object: "balance_settings" as const,
    payments: {
      debit_negative_balances: own.debit_negative_balances ?? true,
      payouts: {
        automatic_transfer_rules_by_currency: null,
        minimum_balance_by_currency: null,
        schedule: { interval: schedule?.interval ?? "manual", ...own.payouts?.schedule },
        statement_descriptor: own.payouts?.statement_descriptor ?? null,
        status: account?.payouts_enabled === false ? "disabled" : "enabled",
      },
      settlement_timing: { delay_days: 0, start_of_day: null },
    },
  }
}
