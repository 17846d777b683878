ALTER TABLE "deliverers" ADD COLUMN "was_approved" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "was_approved" boolean DEFAULT false NOT NULL;