import { tellEndingTokens } from "#core/api-tokens/tell-ending-tokens.server.ts"
import { expireHolds, sweepUnfinishedPayments } from "#core/checkout/holds.server.ts"
import type { SystemContext } from "#core/context.ts"
import { returnUnclaimed } from "#core/deliveries/return-unclaimed.server.ts"
import { alarmStuckOrders } from "#core/deliveries/stuck-orders.server.ts"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#core/durations.ts"
import { deleteExpiredImages } from "#core/images/delete-expired-images.server.ts"
import { sendOpeningAlerts } from "#core/opening-alerts/send-opening-alerts.server.ts"
import { refundUnacted } from "#core/orders/refund-unacted.server.ts"
import { remindSellers } from "#core/orders/remind-sellers.server.ts"
import { sweepEvents } from "#core/payments/process-event.server.ts"
import { sweepDueRefunds } from "#core/payments/send-refund.server.ts"
import { requestScheduledPayouts } from "#core/payouts/request-scheduled-payouts.server.ts"
import { sweepReversals } from "#core/payouts/reverse-transfers.server.ts"
import { sweepRequestedPayouts } from "#core/payouts/send-payout.server.ts"
import { sweepDueTransfers } from "#core/payouts/send-transfers.server.ts"
import { sweepSentPayouts } from "#core/payouts/settle-payout.server.ts"
import { sweepStaleAccounts } from "#core/payouts/sweep-stale-accounts.server.ts"
import { sweepAccounts } from "#core/privacy/close-accounts.server.ts"
import { sweepDeletions } from "#core/privacy/finish-deletion.server.ts"
import { purgeExpiredRows, purgeOldRows } from "#core/privacy/purge-old-rows.server.ts"
import { announceTerms } from "#core/terms/announce-terms.server.ts"

type Sweep = { readonly everyMs: number; run(ctx: SystemContext): Promise<unknown> }

/**
 * What is done by the clock: whatever fell through, ran out or is due. Each finds its work in the database, so
 * a sweep that was missed is made up by the next. One scheduler each, however many processes register it.
 */
export const SWEEPS = {
  "expire-holds": { everyMs: MINUTE_MS / 2, run: expireHolds },
  "sweep-unfinished-payments": { everyMs: MINUTE_MS / 2, run: sweepUnfinishedPayments },
  "sweep-due-refunds": { everyMs: MINUTE_MS, run: sweepDueRefunds },
  "sweep-payment-events": { everyMs: 5 * MINUTE_MS, run: sweepEvents },
  "sweep-due-transfers": { everyMs: MINUTE_MS, run: sweepDueTransfers },
  "sweep-reversals": { everyMs: MINUTE_MS, run: sweepReversals },
  "sweep-requested-payouts": { everyMs: MINUTE_MS, run: sweepRequestedPayouts },
  "sweep-sent-payouts": { everyMs: HOUR_MS, run: sweepSentPayouts },
  "sweep-stale-accounts": { everyMs: HOUR_MS, run: sweepStaleAccounts },
  "request-scheduled-payouts": { everyMs: HOUR_MS, run: requestScheduledPayouts },
  "return-unclaimed": { everyMs: 5 * MINUTE_MS, run: returnUnclaimed },
  "alarm-stuck-orders": { everyMs: HOUR_MS, run: alarmStuckOrders },
  "remind-sellers": { everyMs: 15 * MINUTE_MS, run: remindSellers },
  "refund-unacted": { everyMs: 15 * MINUTE_MS, run: refundUnacted },
  "send-opening-alerts": { everyMs: MINUTE_MS, run: sendOpeningAlerts },
  "tell-ending-tokens": { everyMs: HOUR_MS, run: tellEndingTokens },
  "announce-terms": { everyMs: 5 * MINUTE_MS, run: announceTerms },
  "forget-stale-rows": { everyMs: 15 * MINUTE_MS, run: purgeExpiredRows },
  "forget-old-rows": { everyMs: DAY_MS, run: purgeOldRows },
  "finish-deletions": { everyMs: 15 * MINUTE_MS, run: sweepDeletions },
  "close-accounts": { everyMs: HOUR_MS, run: sweepAccounts },
  "delete-expired-images": { everyMs: HOUR_MS, run: deleteExpiredImages },
} as const satisfies Record<string, Sweep>
export type SweepName = keyof typeof SWEEPS
