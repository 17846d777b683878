ALTER TABLE "carts" ADD COLUMN "tip_percent" integer;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "tip_cents" integer;--> statement-breakpoint
ALTER TABLE "checkout_markets" ADD COLUMN "tip_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "tip_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "tip_percent" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tip_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "tip_cents" integer DEFAULT 0 NOT NULL;