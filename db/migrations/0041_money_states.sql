ALTER TABLE "history" DROP CONSTRAINT "history_of_one";--> statement-breakpoint
ALTER TABLE "history" ADD COLUMN "reversal_id" uuid;--> statement-breakpoint
ALTER TABLE "history" ADD CONSTRAINT "history_reversal_id_transfer_reversals_id_fk" FOREIGN KEY ("reversal_id") REFERENCES "public"."transfer_reversals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "history_of_reversal" ON "history" USING btree ("reversal_id","id") WHERE reversal_id is not null;--> statement-breakpoint
ALTER TABLE "history" ADD CONSTRAINT "history_of_one" CHECK (num_nonnulls("history"."order_id", "history"."checkout_id", "history"."refund_id", "history"."transfer_id", "history"."reversal_id", "history"."payout_id") = 1);--> statement-breakpoint
-- What a dispute had closed was called failed, without a failure.
UPDATE "refunds" SET "status" = 'closed' WHERE "status" = 'failed' AND "failures" = 0;--> statement-breakpoint
-- When transfers were taken back. Who cancelled what, and when a dispute closed a refund, nobody wrote down.
INSERT INTO "history" ("reversal_id", "transfer_id", "move", "from_status", "to_status", "actor_role", "at")
SELECT "reversal_id", "transfer_id", "move", "from_status", "to_status", 'system', "at" FROM (
  SELECT "id" AS "reversal_id", NULL::uuid AS "transfer_id", 'request' AS "move", NULL AS "from_status", 'due' AS "to_status",
    "created_at" AS "at", 1 AS "step"
  FROM "transfer_reversals"
  UNION ALL
  SELECT "id", NULL, 'complete', 'due', 'done', "done_at", 2
  FROM "transfer_reversals" WHERE "status" = 'done' AND "done_at" IS NOT NULL
  UNION ALL
  SELECT NULL, "t"."id", 'reverse', 'sent', 'reversed', max("r"."done_at"), 3
  FROM "transfers" "t" JOIN "transfer_reversals" "r" ON "r"."transfer_id" = "t"."id" AND "r"."status" = 'done'
  WHERE "t"."status" = 'reversed' GROUP BY "t"."id" HAVING max("r"."done_at") IS NOT NULL
) "known" ORDER BY "at", "step";
