import { z } from "zod"
import { DEFAULT_RETENTION, type Retention } from "#core/privacy/retention.ts"
import { type Setting, setting } from "./setting-shapes.ts"

const kept = (name: keyof Retention, about: string) =>
  setting(
    "retention",
    z.coerce.number().int().min(1).default(DEFAULT_RETENTION[name]),
    about,
    String(DEFAULT_RETENTION[name]),
  )

/** How many days each kind of data is stored before the daily sweep deletes it. */
export const RETENTION_SETTINGS = {
  KEEP_UNCONFIRMED_DAYS: kept("unconfirmedDays", "Accounts whose email was never confirmed."),
  KEEP_LINK_DAYS: kept(
    "linkDays",
    "Links in emails after their expiry, so that an expired link can offer a new one.",
  ),
  KEEP_SEEN_NOTIFICATION_DAYS: kept("seenNotificationDays", "Notifications that were seen."),
  KEEP_UNSEEN_NOTIFICATION_DAYS: kept("unseenNotificationDays", "Notifications that were not seen."),
  KEEP_ABANDONED_CHECKOUT_DAYS: kept(
    "abandonedCheckoutDays",
    "Abandoned checkouts, with their lines and addresses.",
  ),
  KEEP_INSTRUCTION_DAYS: kept(
    "instructionDays",
    "Drop-off instructions after the last order that used them.",
  ),
  KEEP_NOTE_DAYS: kept(
    "noteDays",
    "Notes to markets and phone numbers of pickups after their order, or their cart's last change.",
  ),
  KEEP_SAVED_ITEM_DAYS: kept("savedItemDays", "Items that customers saved for later."),
  KEEP_OPENING_ALERT_DAYS: kept(
    "openingAlertDays",
    "Customers' requests to be notified when a market opens, if it does not open.",
  ),
  KEEP_PUSH_DAYS: kept(
    "pushDays",
    "Devices that get notifications, after the person was last signed in on them.",
  ),
  KEEP_REVOKED_TOKEN_DAYS: kept("revokedTokenDays", "API tokens after they were revoked."),
  KEEP_OUTBOX_DAYS: kept("outboxDays", "Events after they were dispatched."),
  KEEP_WEBHOOK_DAYS: kept(
    "webhookDays",
    "Stripe's events after they were processed; Stripe itself keeps them for 30 days.",
  ),
  KEEP_IDEMPOTENCY_DAYS: kept("idempotencyDays", "Responses stored under an idempotency key."),
} satisfies Record<string, Setting>
