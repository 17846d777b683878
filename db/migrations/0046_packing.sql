ALTER TABLE "refund_lines" DROP CONSTRAINT "refund_lines_positive";--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "packed_quantity" integer;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "packed_amount" double precision;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "difference_reason" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "packed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "bags" integer;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "refunds_of_packing" ON "refunds" USING btree ("order_id") WHERE source = 'packing';--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_packed" CHECK ("order_lines"."packed_quantity" between 0 and "order_lines"."quantity");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_bags" CHECK ("orders"."bags" between 1 and 99);--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_positive" CHECK ("refund_lines"."quantity" > 0 or ("refund_lines"."quantity" = 0 and "refund_lines"."amount_cents" > 0));