-- When a hold ends for good, however often it is renewed. What the version before writes ends half an hour from then.
ALTER TABLE "checkouts" ADD COLUMN "hold_ends_at" timestamp (3) with time zone DEFAULT now() + interval '30 minutes' NOT NULL;--> statement-breakpoint
-- A customer's last holds are looked at before a new one.
CREATE INDEX "checkouts_of_customer" ON "checkouts" USING btree ("customer_id","created_at");
