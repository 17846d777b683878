CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"stripe_dispute_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputes_stripeDisputeId_unique" UNIQUE("stripe_dispute_id")
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "refund_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "dispute_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "part" text;--> statement-breakpoint
-- Until now only an entry's reference said what it is of and which refund or dispute it belongs to. From here on code
-- reads the columns alone. Entries are append-only, so their trigger is off inside this transaction.
ALTER TABLE "ledger_entries" DISABLE TRIGGER "ledger_append_only";--> statement-breakpoint
INSERT INTO "disputes" ("stripe_dispute_id", "created_at")
SELECT split_part("reference", ':', 4), min("created_at") FROM "ledger_entries"
WHERE "reference" LIKE 'order:%:chargeback:%' AND split_part("reference", ':', 4) <> 'delivery'
GROUP BY 1 ORDER BY 2;--> statement-breakpoint
UPDATE "ledger_entries" "e" SET
  "refund_id" = (SELECT "r"."id" FROM "refunds" "r"
    WHERE "e"."reference" LIKE 'refund:%' AND "r"."id"::text = split_part("e"."reference", ':', 2)),
  "dispute_id" = (SELECT "d"."id" FROM "disputes" "d"
    WHERE "e"."reference" LIKE 'order:%:chargeback%' AND "d"."stripe_dispute_id" = split_part("e"."reference", ':', 4)),
  "part" = CASE
    WHEN "e"."reference" LIKE '%:beyond' THEN 'beyond'
    WHEN "e"."kind" = 'sale' THEN 'items'
    WHEN "e"."kind" IN ('tax', 'delivery', 'platform_fee', 'processor_fee') THEN "e"."kind"
    WHEN "e"."kind" IN ('refund', 'chargeback') THEN CASE regexp_replace("e"."reference", '^.*:', '')
      WHEN 'sale' THEN 'items'
      WHEN 'refund' THEN 'refunds'
      WHEN 'chargeback' THEN 'chargebacks'
      WHEN 'in' THEN 'delivery'
      WHEN 'out' THEN 'delivery'
      ELSE regexp_replace("e"."reference", '^.*:', '')
    END
  END;--> statement-breakpoint
-- Entries of a delivery fee that moved during a dispute belong to the dispute that had taken the order's money.
UPDATE "ledger_entries" "e" SET "dispute_id" = (
  SELECT "taken"."dispute_id" FROM "ledger_entries" "taken"
  WHERE "taken"."order_id" = "e"."order_id" AND "taken"."kind" = 'chargeback' AND "taken"."dispute_id" IS NOT NULL
    AND "taken"."reference" LIKE 'order:%:chargeback:%' AND "taken"."id" < "moved"."id"
  ORDER BY "taken"."id" DESC LIMIT 1)
FROM "ledger_entries" "moved"
WHERE "e"."reference" LIKE 'order:%:chargeback%:delivery:%' AND split_part("e"."reference", ':', 4) = 'delivery'
  AND "moved"."reference" = replace("e"."reference", ':chargeback-won:', ':chargeback:');--> statement-breakpoint
ALTER TABLE "ledger_entries" ENABLE TRIGGER "ledger_append_only";--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "ledger_of_refund" ON "ledger_entries" USING btree ("refund_id") WHERE refund_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "ledger_of_dispute" ON "ledger_entries" USING btree ("dispute_id") WHERE dispute_id is not null;