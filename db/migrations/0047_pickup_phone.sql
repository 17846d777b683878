DROP INDEX "cart_markets_with_note";--> statement-breakpoint
DROP INDEX "checkout_markets_with_note";--> statement-breakpoint
DROP INDEX "orders_with_note";--> statement-breakpoint
ALTER TABLE "cart_markets" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "checkout_markets" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "phone" text;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cart_markets_with_note" ON "cart_markets" USING btree ("customer_id") WHERE note is not null or phone is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "checkout_markets_with_note" ON "checkout_markets" USING btree ("checkout_id") WHERE note is not null or phone is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "orders_with_note" ON "orders" USING btree ("created_at") WHERE note is not null or phone is not null;--> statement-breakpoint
-- Sellers saw the account's number on open pickups until now.
UPDATE "orders" SET "phone" = c."phone" FROM "customers" c
WHERE c."user_id" = "orders"."customer_id" AND c."phone" IS NOT NULL AND "orders"."fulfilment" = 'pickup'
  AND "orders"."status" IN ('pending', 'ready to pick up');
