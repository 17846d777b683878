ALTER TABLE "orders" ADD COLUMN "acknowledged_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "orders_unacknowledged" ON "orders" USING btree ("market_id","due_at") WHERE acknowledged_at is null and not complete and status is distinct from 'cancelled';--> statement-breakpoint
-- Sellers have seen the orders that exist: they do not show up as new.
UPDATE "orders" SET "acknowledged_at" = "updated_at" WHERE not complete and status is distinct from 'cancelled';
