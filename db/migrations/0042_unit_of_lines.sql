ALTER TABLE "checkout_lines" ADD COLUMN "unit" text;--> statement-breakpoint
ALTER TABLE "checkout_lines" ADD COLUMN "unit_amount" double precision;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "unit" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "unit_amount" double precision;