ALTER TABLE "account_deletions" ADD COLUMN "accounts_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "account_deletions" ADD COLUMN "accounts_closed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "account_deletions_unclosed" ON "account_deletions" USING btree ("accounts_asked_at") WHERE accounts_closed_at is null;