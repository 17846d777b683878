ALTER TABLE "outbox" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "outbox_due_later" ON "outbox" USING btree ("due_at") WHERE queued_at = due_at;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "outbox_to_withdraw" ON "outbox" USING gin ("payload" jsonb_path_ops) WHERE queued_at = due_at;