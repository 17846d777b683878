CREATE TABLE "payment_platform" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"account_id" text,
	"is_live" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_platform_once" CHECK ("payment_platform"."id")
);
