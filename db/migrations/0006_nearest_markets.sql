CREATE EXTENSION IF NOT EXISTS cube;--> statement-breakpoint
DROP INDEX "markets_listed_position";--> statement-breakpoint
CREATE INDEX "markets_listed_place" ON "markets" USING gist (cube(cube(cube(cos(radians("lat")) * cos(radians("lng"))), cos(radians("lat")) * sin(radians("lng"))), sin(radians("lat")))) WHERE can_sell;