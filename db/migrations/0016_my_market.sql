CREATE TABLE "market_changes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"market_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"wanted" jsonb NOT NULL,
	"decision" text,
	"reason" text,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "market_photos" (
	"market_id" uuid NOT NULL,
	"image_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "market_photos_market_id_image_id_pk" PRIMARY KEY("market_id","image_id")
);
--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "story" text;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "accepts_snap" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "accepts_wic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "accepts_market_checks" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "market_changes" ADD CONSTRAINT "market_changes_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_photos" ADD CONSTRAINT "market_photos_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_photos" ADD CONSTRAINT "market_photos_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "market_changes_one_open" ON "market_changes" USING btree ("market_id","kind") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "market_changes_waiting" ON "market_changes" USING btree ("created_at") WHERE decided_at is null;