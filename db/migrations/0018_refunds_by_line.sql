CREATE TABLE "refund_lines" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"refund_id" uuid NOT NULL,
	"order_line_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	CONSTRAINT "refund_lines_positive" CHECK ("refund_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "transfer_reversals" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"transfer_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"status" text DEFAULT 'due' NOT NULL,
	"stripe_reversal_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"rejections" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "transfer_reversals_stripeReversalId_unique" UNIQUE("stripe_reversal_id"),
	CONSTRAINT "transfer_reversals_positive" CHECK ("transfer_reversals"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_stripeRefundId_unique";--> statement-breakpoint
DROP INDEX "refunds_of_order";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "items_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "delivery_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "tax_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "source" text DEFAULT 'cancellation' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "bearer" text DEFAULT 'seller' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "made_by" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "covered_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "stripe_dashboard_refund_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "tax_reversal_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "done_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "next_try_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "reversed_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_reversals" ADD CONSTRAINT "transfer_reversals_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_lines_once" ON "refund_lines" USING btree ("refund_id","order_line_id");--> statement-breakpoint
CREATE INDEX "refund_lines_of_line" ON "refund_lines" USING btree ("order_line_id");--> statement-breakpoint
CREATE INDEX "transfer_reversals_of_transfer" ON "transfer_reversals" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "transfer_reversals_due" ON "transfer_reversals" USING btree ("attempts","created_at") WHERE status = 'due';--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_by_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_of_dashboard" ON "refunds" USING btree ("stripe_dashboard_refund_id","order_id");--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("next_try_at") WHERE status in ('sent', 'failed');--> statement-breakpoint
UPDATE "refunds" SET "items_cents" = "orders"."items_cents", "delivery_cents" = "orders"."delivery_cents", "tax_cents" = "orders"."tax_cents"
FROM "orders" WHERE "orders"."id" = "refunds"."order_id";--> statement-breakpoint
UPDATE "refunds" SET "status" = 'done', "done_at" = "sent_at" WHERE "status" = 'sent';--> statement-breakpoint
UPDATE "transfers" SET "reversed_cents" = "amount_cents" WHERE "status" = 'reversed';
