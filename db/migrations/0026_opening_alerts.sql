CREATE TABLE "opening_alerts" (
	"market_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "opening_alerts_market_id_customer_id_pk" PRIMARY KEY("market_id","customer_id")
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "market_id" uuid;--> statement-breakpoint
ALTER TABLE "removed_lines" ADD COLUMN "was_saved" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "opening_alerts" ADD CONSTRAINT "opening_alerts_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opening_alerts" ADD CONSTRAINT "opening_alerts_customer_id_customers_user_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "opening_alerts_of_customer" ON "opening_alerts" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "opening_alerts_by_age" ON "opening_alerts" USING btree ("created_at");