ALTER TABLE "markets" ADD COLUMN "evening_email_hour" integer DEFAULT 18 NOT NULL;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "evening_email_day" date;