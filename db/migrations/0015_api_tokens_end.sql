ALTER TABLE "api_tokens" ADD COLUMN "expires_at" timestamp (3) with time zone DEFAULT now() + interval '90 days' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "end_told_at" timestamp (3) with time zone;--> statement-breakpoint
-- Secrets of links that were emailed already. What waits to be sent, by this version or the one before, keeps its link.
UPDATE "outbox" SET "payload" = "payload" - 'url'
  WHERE "event" IN ('email.confirmationRequested', 'email.passwordResetRequested') AND "queued_at" IS NOT NULL;--> statement-breakpoint
DO $$ BEGIN
  IF to_regclass('bullmq.job') IS NOT NULL THEN
    UPDATE bullmq.job SET data = data - 'url'
      WHERE name IN ('send-confirmation-email', 'send-password-reset-email') AND state IN ('completed', 'failed');
  END IF;
END $$;
