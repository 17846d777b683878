CREATE TABLE "history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid,
	"checkout_id" uuid,
	"refund_id" uuid,
	"transfer_id" uuid,
	"payout_id" uuid,
	"move" text NOT NULL,
	"from_status" text,
	"to_status" text,
	"actor_role" text,
	"actor_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "history_of_one" CHECK (num_nonnulls("history"."order_id", "history"."checkout_id", "history"."refund_id", "history"."transfer_id", "history"."payout_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "history" ADD CONSTRAINT "history_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history" ADD CONSTRAINT "history_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history" ADD CONSTRAINT "history_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history" ADD CONSTRAINT "history_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history" ADD CONSTRAINT "history_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "history_of_order" ON "history" USING btree ("order_id","id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "history_of_checkout" ON "history" USING btree ("checkout_id","id") WHERE checkout_id is not null;--> statement-breakpoint
CREATE INDEX "history_of_refund" ON "history" USING btree ("refund_id","id") WHERE refund_id is not null;--> statement-breakpoint
CREATE INDEX "history_of_transfer" ON "history" USING btree ("transfer_id","id") WHERE transfer_id is not null;--> statement-breakpoint
CREATE INDEX "history_of_payout" ON "history" USING btree ("payout_id","id") WHERE payout_id is not null;--> statement-breakpoint
-- What older rows say of when they moved: nothing is known of the other moves, nor of who made most of these. Which of two
-- moves it was, and from where, stands only where the row leaves one.
INSERT INTO "history" ("order_id", "checkout_id", "refund_id", "transfer_id", "payout_id", "move", "from_status", "to_status", "actor_role", "actor_id", "at")
SELECT "order_id", "checkout_id", "refund_id", "transfer_id", "payout_id", "move", "from_status", "to_status", "actor_role", "actor_id", "at" FROM (
  SELECT NULL::uuid AS "order_id", "id" AS "checkout_id", NULL::uuid AS "refund_id", NULL::uuid AS "transfer_id", NULL::uuid AS "payout_id",
    'start' AS "move", NULL AS "from_status", 'open' AS "to_status", 'customer' AS "actor_role", "customer_id" AS "actor_id", "created_at" AS "at", 1 AS "step"
  FROM "checkouts"
  UNION ALL
  SELECT NULL, "id", NULL, NULL, NULL, CASE "status" WHEN 'completed' THEN 'complete' WHEN 'refunded' THEN 'refund' ELSE 'release' END,
    CASE "status" WHEN 'released' THEN 'open' END, "status", NULL, NULL, coalesce("completed_at", "updated_at"), 2
  FROM "checkouts" WHERE "status" IN ('completed', 'refunded', 'released')
  UNION ALL
  SELECT "id", NULL, NULL, NULL, NULL, 'place', NULL, CASE "fulfilment" WHEN 'pickup' THEN 'pending' END, NULL, NULL, "created_at", 3
  FROM "orders"
  UNION ALL
  SELECT "order_id", NULL, NULL, NULL, NULL, 'take', 'waiting', 'taken', 'deliverer', NULL, "first_taken_at", 4
  FROM "deliveries" WHERE "first_taken_at" IS DISTINCT FROM "taken_at" AND "first_taken_at" IS NOT NULL
  UNION ALL
  SELECT "order_id", NULL, NULL, NULL, NULL, 'take', 'waiting', 'taken', 'deliverer', "deliverer_id", "taken_at", 5
  FROM "deliveries" WHERE "taken_at" IS NOT NULL
  UNION ALL
  SELECT "order_id", NULL, NULL, NULL, NULL, 'pickUp', 'taken', 'picked up', 'deliverer', "deliverer_id", "picked_up_at", 6
  FROM "deliveries" WHERE "picked_up_at" IS NOT NULL
  UNION ALL
  SELECT "o"."id", NULL, NULL, NULL, NULL, 'deliver', 'picked up', 'delivered', 'deliverer', "d"."deliverer_id", "o"."fulfilled_at", 7
  FROM "orders" "o" JOIN "deliveries" "d" ON "d"."order_id" = "o"."id"
  WHERE "o"."status" = 'delivered' AND "d"."has_deliverer" IS FALSE AND "o"."fulfilled_at" IS NOT NULL
  UNION ALL
  SELECT "o"."id", NULL, NULL, NULL, NULL, 'markDelivered', CASE WHEN "d"."carrier" IS NULL THEN 'pending' ELSE 'shipped' END, 'delivered',
    'seller', "m"."user_id", "o"."fulfilled_at", 7
  FROM "orders" "o" JOIN "deliveries" "d" ON "d"."order_id" = "o"."id" JOIN "markets" "m" ON "m"."id" = "o"."market_id"
  WHERE "o"."status" = 'delivered' AND "d"."has_deliverer" AND "o"."fulfilled_at" IS NOT NULL
  UNION ALL
  SELECT "o"."id", NULL, NULL, NULL, NULL, 'handOver', NULL, 'picked up', 'seller', "m"."user_id", "o"."fulfilled_at", 7
  FROM "orders" "o" JOIN "markets" "m" ON "m"."id" = "o"."market_id"
  WHERE "o"."fulfilment" = 'pickup' AND "o"."status" = 'picked up' AND "o"."fulfilled_at" IS NOT NULL
  UNION ALL
  SELECT "o"."id", NULL, NULL, NULL, NULL,
    CASE WHEN "d"."picked_up_at" IS NOT NULL THEN 'callOff' WHEN "d"."carrier" IS NOT NULL THEN 'writeOff' ELSE 'cancel' END,
    CASE WHEN "d"."picked_up_at" IS NOT NULL THEN 'picked up' WHEN "d"."carrier" IS NOT NULL THEN 'shipped'
      WHEN "d"."taken_at" IS NOT NULL THEN 'taken' END,
    'cancelled', CASE WHEN "o"."cancelled_by" IN ('seller', 'admin', 'system') THEN "o"."cancelled_by" END,
    CASE "o"."cancelled_by" WHEN 'seller' THEN "m"."user_id" WHEN 'admin' THEN (
      SELECT "a"."actor_id" FROM "audit_log" "a"
      WHERE "a"."subject_type" = 'order' AND "a"."subject_id" = "o"."id"::text AND "a"."action" = 'order.cancelled' LIMIT 1) END,
    "o"."cancelled_at", 8
  FROM "orders" "o" JOIN "markets" "m" ON "m"."id" = "o"."market_id" LEFT JOIN "deliveries" "d" ON "d"."order_id" = "o"."id"
  WHERE "o"."status" = 'cancelled' AND "o"."cancelled_at" IS NOT NULL
  UNION ALL
  SELECT NULL, NULL, "id", NULL, NULL, CASE "source" WHEN 'provider' THEN 'record' ELSE 'request' END, NULL,
    CASE WHEN "source" <> 'provider' THEN 'due' WHEN "done_at" = "sent_at" THEN 'done' ELSE 'sent' END,
    CASE WHEN "made_by" IS NOT NULL THEN 'admin' WHEN "source" = 'provider' THEN 'system' END, "made_by", "created_at", 9
  FROM "refunds"
  UNION ALL
  SELECT NULL, NULL, "id", NULL, NULL, 'send', 'due', 'sent', 'system', NULL, "sent_at", 10
  FROM "refunds" WHERE "source" <> 'provider' AND "sent_at" IS NOT NULL AND "sent_at" IS DISTINCT FROM "done_at"
  UNION ALL
  SELECT NULL, NULL, "id", NULL, NULL, 'fail', NULL, 'failed', 'system', NULL, "failed_at", 11
  FROM "refunds" WHERE "failed_at" IS NOT NULL
  UNION ALL
  SELECT NULL, NULL, "id", NULL, NULL, 'complete',
    CASE WHEN "sent_at" = "done_at" THEN 'due' WHEN "failed_at" IS NULL AND "sent_at" IS NOT NULL THEN 'sent' END, 'done', 'system', NULL, "done_at", 12
  FROM "refunds" WHERE "status" = 'done' AND "done_at" IS NOT NULL AND NOT ("source" = 'provider' AND "done_at" = "sent_at")
  UNION ALL
  SELECT NULL, NULL, NULL, "id", NULL, 'schedule', NULL, 'due', NULL, NULL, "created_at", 13
  FROM "transfers"
  UNION ALL
  SELECT NULL, NULL, NULL, "id", NULL, 'send', 'due', 'sent', 'system', NULL, "sent_at", 14
  FROM "transfers" WHERE "sent_at" IS NOT NULL
  UNION ALL
  SELECT NULL, NULL, NULL, NULL, "id", 'request', NULL, 'requested', NULL, NULL, "created_at", 15
  FROM "payouts"
  UNION ALL
  SELECT NULL, NULL, NULL, NULL, "id", CASE "status" WHEN 'paid' THEN 'pay' ELSE 'fail' END, NULL, "status", 'system', NULL, "updated_at", 16
  FROM "payouts" WHERE "status" IN ('paid', 'failed')
) "known" ORDER BY "at", "step";
