ALTER TABLE "orders" ADD COLUMN "due_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Orders that were placed before: their window, else when the market could have had them ready.
UPDATE "orders" SET "due_at" = coalesce("window_starts_at", "clock_starts_at", "created_at" + make_interval(mins =>
	coalesce((SELECT "prep_minutes" FROM "market_calendars" WHERE "market_calendars"."market_id" = "orders"."market_id"), 60)));--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "orders_due" ON "orders" USING btree ("market_id","due_at","id") WHERE not complete and status is distinct from 'cancelled';