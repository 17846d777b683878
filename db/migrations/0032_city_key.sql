DROP INDEX "zips_city";--> statement-breakpoint
ALTER TABLE "zips" ADD COLUMN "city_key" text;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "zips_city_key" ON "zips" USING btree ("city_key");