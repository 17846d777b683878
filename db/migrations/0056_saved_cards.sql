CREATE TABLE "saved_cards" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"customer_id" uuid NOT NULL,
	"stripe_payment_method_id" text NOT NULL,
	"brand" text NOT NULL,
	"last_four" text NOT NULL,
	"exp_month" integer NOT NULL,
	"exp_year" integer NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_cards_stripePaymentMethodId_unique" UNIQUE("stripe_payment_method_id")
);
--> statement-breakpoint
ALTER TABLE "account_deletions" ADD COLUMN "stripe_customer_id" text;--> statement-breakpoint
ALTER TABLE "saved_cards" ADD CONSTRAINT "saved_cards_customer_id_customers_user_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_cards_of_customer" ON "saved_cards" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "saved_cards_removed" ON "saved_cards" USING btree ("removed_at") WHERE removed_at is not null;