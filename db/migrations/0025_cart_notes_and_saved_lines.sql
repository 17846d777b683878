CREATE TABLE "removed_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"removal_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"seen_price_cents" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"window_starts_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_lines" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"customer_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_lines_customerId_variantId_unique" UNIQUE("customer_id","variant_id"),
	CONSTRAINT "saved_quantity" CHECK ("saved_lines"."quantity" between 1 and 999)
);
--> statement-breakpoint
ALTER TABLE "cart_markets" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "cart_markets" ADD COLUMN "replacement" text;--> statement-breakpoint
ALTER TABLE "checkout_markets" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "checkout_markets" ADD COLUMN "replacement" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "replacement" text;--> statement-breakpoint
ALTER TABLE "removed_lines" ADD CONSTRAINT "removed_lines_customer_id_carts_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."carts"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_lines" ADD CONSTRAINT "removed_lines_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_lines" ADD CONSTRAINT "saved_lines_customer_id_carts_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."carts"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_lines" ADD CONSTRAINT "saved_lines_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "removed_lines_of_customer" ON "removed_lines" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "removed_lines_by_age" ON "removed_lines" USING btree ("removed_at");--> statement-breakpoint
CREATE INDEX "saved_lines_by_age" ON "saved_lines" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "orders_with_note" ON "orders" USING btree ("created_at") WHERE note is not null;