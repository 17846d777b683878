import { tellEndingTokensSweep } from "#core/api-tokens/tell-ending-tokens.server.ts"
import { removedCardsSweep } from "#core/cards/detach-card.server.ts"
import { expireHoldsSweep, unfinishedPaymentsSweep } from "#core/checkout/holds.server.ts"
import { alarmStuckOrdersSweep, returnUnclaimedSweep } from "#core/deliveries/overdue-deliveries.server.ts"
import { deleteExpiredImagesSweep } from "#core/images/delete-expired-images.server.ts"
import { sendOpeningAlertsSweep } from "#core/opening-alerts/send-opening-alerts.server.ts"
import { refundUnactedSweep } from "#core/orders/refund-unacted.server.ts"
import { remindSellersSweep } from "#core/orders/remind-sellers.server.ts"
import { sendEveningEmailsSweep } from "#core/orders/send-evening-emails.server.ts"
import { paymentEventsSweep } from "#core/payments/process-event.server.ts"
import { dueRefundsSweep } from "#core/payments/send-refund.server.ts"
import { requestScheduledPayoutsSweep } from "#core/payouts/request-scheduled-payouts.server.ts"
import { reversalsSweep } from "#core/payouts/reverse-transfers.server.ts"
import { requestedPayoutsSweep } from "#core/payouts/send-payout.server.ts"
import { dueTransfersSweep } from "#core/payouts/send-transfers.server.ts"
import { sentPayoutsSweep } from "#core/payouts/settle-payout.server.ts"
import { staleAccountsSweep } from "#core/payouts/sweep-stale-accounts.server.ts"
import { closeAccountsSweep } from "#core/privacy/close-accounts.server.ts"
import { finishDeletionsSweep } from "#core/privacy/finish-deletion.server.ts"
import { purgeExpiredRowsSweep, purgeOldRowsSweep } from "#core/privacy/purge-old-rows.server.ts"
import type { Sweep } from "#core/sweep.ts"
import { announceTermsSweep } from "#core/terms/announce-terms.server.ts"

const ALL = [
  expireHoldsSweep,
  unfinishedPaymentsSweep,
  dueRefundsSweep,
  paymentEventsSweep,
  dueTransfersSweep,
  reversalsSweep,
  requestedPayoutsSweep,
  sentPayoutsSweep,
  staleAccountsSweep,
  requestScheduledPayoutsSweep,
  returnUnclaimedSweep,
  alarmStuckOrdersSweep,
  remindSellersSweep,
  refundUnactedSweep,
  sendEveningEmailsSweep,
  sendOpeningAlertsSweep,
  tellEndingTokensSweep,
  announceTermsSweep,
  purgeExpiredRowsSweep,
  purgeOldRowsSweep,
  finishDeletionsSweep,
  closeAccountsSweep,
  removedCardsSweep,
  deleteExpiredImagesSweep,
] as const
export type SweepName = (typeof ALL)[number]["name"]

/** Every sweep of core/ by its name. Each has one scheduler, even if several processes register it. */
export const SWEEPS = Object.fromEntries(ALL.map((sweep) => [sweep.name, sweep])) as {
  readonly [Name in SweepName]: Sweep<Name>
}
