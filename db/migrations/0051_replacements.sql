CREATE TABLE "replacement_offers" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"order_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"missing_quantity" integer NOT NULL,
	"missing_items_cents" integer NOT NULL,
	"missing_tax_cents" integer NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"category" text NOT NULL,
	"section" text NOT NULL,
	"product_name" text NOT NULL,
	"size" text NOT NULL,
	"unit" text,
	"unit_amount" double precision,
	"by_weight" boolean DEFAULT false NOT NULL,
	"image_container" text,
	"image_name" text,
	"status" text DEFAULT 'open' NOT NULL,
	"offered_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"answered_by" text,
	CONSTRAINT "replacement_offers_quantities" CHECK ("replacement_offers"."quantity" > 0 and "replacement_offers"."missing_quantity" > 0)
);
--> statement-breakpoint
ALTER TABLE "history" DROP CONSTRAINT "history_of_one";--> statement-breakpoint
ALTER TABLE "history" ADD COLUMN "replacement_id" uuid;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "replaced_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "replaces_line_id" uuid;--> statement-breakpoint
ALTER TABLE "replacement_offers" ADD CONSTRAINT "replacement_offers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacement_offers" ADD CONSTRAINT "replacement_offers_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacement_offers" ADD CONSTRAINT "replacement_offers_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacement_offers" ADD CONSTRAINT "replacement_offers_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "replacement_offers_of_order" ON "replacement_offers" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "replacement_offers_one_open" ON "replacement_offers" USING btree ("line_id") WHERE status = 'open';--> statement-breakpoint
ALTER TABLE "history" ADD CONSTRAINT "history_replacement_id_replacement_offers_id_fk" FOREIGN KEY ("replacement_id") REFERENCES "public"."replacement_offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_replaces_line_id_order_lines_id_fk" FOREIGN KEY ("replaces_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "history_of_replacement" ON "history" USING btree ("replacement_id","id") WHERE replacement_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "order_lines_replacing" ON "order_lines" USING btree ("replaces_line_id") WHERE replaces_line_id is not null;--> statement-breakpoint
ALTER TABLE "history" ADD CONSTRAINT "history_of_one" CHECK (num_nonnulls("history"."order_id", "history"."checkout_id", "history"."refund_id", "history"."transfer_id", "history"."reversal_id", "history"."payout_id", "history"."replacement_id") = 1);--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_replaced" CHECK ("order_lines"."replaced_quantity" between 0 and "order_lines"."quantity");