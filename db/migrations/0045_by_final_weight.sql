ALTER TABLE "checkout_lines" ADD COLUMN "by_weight" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "by_weight" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "by_weight" boolean DEFAULT false NOT NULL;