ALTER TABLE "cart_markets" ADD COLUMN "fulfilment" text;--> statement-breakpoint
ALTER TABLE "checkout_markets" ADD COLUMN "fulfilment" text;--> statement-breakpoint
UPDATE "checkout_markets" SET "fulfilment" = c."fulfilment" FROM "checkouts" c WHERE c."id" = "checkout_markets"."checkout_id";
