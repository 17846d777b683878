CREATE TABLE "terms_agreements" (
	"user_id" uuid NOT NULL,
	"version" text NOT NULL,
	"told_at" timestamp (3) with time zone,
	"agreed_at" timestamp (3) with time zone,
	CONSTRAINT "terms_agreements_user_id_version_pk" PRIMARY KEY("user_id","version")
);
--> statement-breakpoint
CREATE TABLE "terms_announcements" (
	"version" text PRIMARY KEY NOT NULL,
	"announced_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "terms_agreements" ADD CONSTRAINT "terms_agreements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;