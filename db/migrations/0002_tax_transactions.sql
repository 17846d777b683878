ALTER TABLE "checkout_markets" ADD COLUMN "tax_transaction_id" text;--> statement-breakpoint
ALTER TABLE "checkout_markets" ADD COLUMN "tax_reversal_id" text;