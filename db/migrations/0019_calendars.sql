CREATE TABLE "cart_markets" (
	"customer_id" uuid NOT NULL,
	"market_id" uuid NOT NULL,
	"window_starts_at" timestamp (3) with time zone,
	CONSTRAINT "cart_markets_customer_id_market_id_pk" PRIMARY KEY("customer_id","market_id")
);
--> statement-breakpoint
CREATE TABLE "market_calendars" (
	"market_id" uuid PRIMARY KEY NOT NULL,
	"week" jsonb,
	"prep_minutes" integer DEFAULT 60 NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"paused_until" text,
	"pause_reason" text,
	"pickup_places" integer,
	"delivery_places" integer,
	"offers_delivery" boolean DEFAULT true NOT NULL,
	"delivery_radius_miles" integer DEFAULT 25 NOT NULL,
	"pickup_minimum_cents" integer DEFAULT 0 NOT NULL,
	"delivery_minimum_cents" integer DEFAULT 0 NOT NULL,
	"has_own_deliverer" boolean,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "market_calendars_radius" CHECK ("market_calendars"."delivery_radius_miles" between 1 and 25)
);
--> statement-breakpoint
CREATE TABLE "market_dates" (
	"market_id" uuid NOT NULL,
	"date" text NOT NULL,
	"spans" jsonb NOT NULL,
	"note" text,
	CONSTRAINT "market_dates_market_id_date_pk" PRIMARY KEY("market_id","date")
);
--> statement-breakpoint
CREATE TABLE "market_windows" (
	"market_id" uuid NOT NULL,
	"fulfilment" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"taken" integer NOT NULL,
	CONSTRAINT "market_windows_market_id_fulfilment_starts_at_pk" PRIMARY KEY("market_id","fulfilment","starts_at"),
	CONSTRAINT "market_windows_taken" CHECK ("market_windows"."taken" >= 0)
);
--> statement-breakpoint
ALTER TABLE "checkout_markets" ADD COLUMN "window_starts_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "checkout_markets" ADD COLUMN "window_ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "window_starts_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "window_ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "clock_starts_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "cart_markets" ADD CONSTRAINT "cart_markets_customer_id_carts_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."carts"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_markets" ADD CONSTRAINT "cart_markets_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_calendars" ADD CONSTRAINT "market_calendars_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_dates" ADD CONSTRAINT "market_dates_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_windows" ADD CONSTRAINT "market_windows_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE cascade ON UPDATE no action;