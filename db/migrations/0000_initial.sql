CREATE EXTENSION IF NOT EXISTS cube;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
CREATE TABLE "account_deletions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email" text,
	"first_name" text,
	"stripe_subscription_id" text,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"accounts_asked_at" timestamp (3) with time zone,
	"accounts_closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "addresses" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"customer_id" uuid NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"address" text NOT NULL,
	"address_one" text DEFAULT '' NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip" text NOT NULL,
	"phone" text NOT NULL,
	"instructions" text,
	"is_first_choice" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone DEFAULT now() + interval '90 days' NOT NULL,
	"end_told_at" timestamp (3) with time zone,
	CONSTRAINT "api_tokens_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"actor_id" uuid,
	"actor_role" text NOT NULL,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cart_lines" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"customer_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"seen_price_cents" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_lines_customerId_variantId_unique" UNIQUE("customer_id","variant_id"),
	CONSTRAINT "cart_quantity" CHECK ("cart_lines"."quantity" between 1 and 999)
);
--> statement-breakpoint
CREATE TABLE "cart_markets" (
	"customer_id" uuid NOT NULL,
	"market_id" uuid NOT NULL,
	"window_starts_at" timestamp (3) with time zone,
	"note" text,
	"replacement" text,
	CONSTRAINT "cart_markets_customer_id_market_id_pk" PRIMARY KEY("customer_id","market_id")
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"customer_id" uuid PRIMARY KEY NOT NULL,
	"fulfilment" text,
	"ship_to" jsonb,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkout_lines" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"checkout_id" uuid NOT NULL,
	"market_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"category" text NOT NULL,
	"section" text NOT NULL,
	"product_name" text NOT NULL,
	"size" text NOT NULL,
	"image_container" text,
	"image_name" text,
	CONSTRAINT "checkout_lines_checkoutId_variantId_unique" UNIQUE("checkout_id","variant_id")
);
--> statement-breakpoint
CREATE TABLE "checkout_markets" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"checkout_id" uuid NOT NULL,
	"market_id" uuid NOT NULL,
	"items_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"delivery_cents" integer NOT NULL,
	"delivery_tax_cents" integer NOT NULL,
	"tax_calculation_id" text,
	"distance_miles" double precision,
	"tax_transaction_id" text,
	"tax_reversal_id" text,
	"window_starts_at" timestamp (3) with time zone,
	"window_ends_at" timestamp (3) with time zone,
	"note" text,
	"replacement" text,
	CONSTRAINT "checkout_markets_checkoutId_marketId_unique" UNIQUE("checkout_id","market_id")
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"customer_id" uuid NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"fulfilment" text NOT NULL,
	"ship_to" jsonb,
	"billing" jsonb,
	"lat" double precision,
	"lng" double precision,
	"position_source" text,
	"place_id" text,
	"items_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"delivery_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"hold_expires_at" timestamp (3) with time zone NOT NULL,
	"stripe_payment_intent_id" text,
	"stripe_checkout_session_id" text,
	"payment_attempt" integer DEFAULT 1 NOT NULL,
	"stripe_charge_id" text,
	"processor_fee_cents" integer,
	"tax_provider" text,
	"last_payment_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"hold_ends_at" timestamp (3) with time zone DEFAULT now() + interval '30 minutes' NOT NULL,
	CONSTRAINT "checkouts_stripePaymentIntentId_unique" UNIQUE("stripe_payment_intent_id"),
	CONSTRAINT "checkouts_stripeCheckoutSessionId_unique" UNIQUE("stripe_checkout_session_id")
);
--> statement-breakpoint
CREATE TABLE "courier_positions" (
	"delivery_id" uuid PRIMARY KEY NOT NULL,
	"lat" double precision NOT NULL,
	"lng" double precision NOT NULL,
	"accuracy_meters" double precision NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"way" jsonb
);
--> statement-breakpoint
CREATE TABLE "deliverers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"address" text NOT NULL,
	"address_one" text DEFAULT '' NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip" text NOT NULL,
	"phone" text NOT NULL,
	"lat" double precision,
	"lng" double precision,
	"position_source" text,
	"place_id" text,
	"approval" text DEFAULT 'waiting' NOT NULL,
	"denial_reason" text,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"stripe_account_id" text,
	"onboarded" boolean,
	"requirements" text[] DEFAULT '{}' NOT NULL,
	"payout_schedule" text,
	"account_checked_at" timestamp (3) with time zone,
	"last_payout_at" timestamp (3) with time zone,
	"photo_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deliverers_stripeAccountId_unique" UNIQUE("stripe_account_id")
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"stripe_customer_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"phone" text
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"order_id" uuid NOT NULL,
	"has_deliverer" boolean,
	"deliverer_id" uuid,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"address" text NOT NULL,
	"address_one" text DEFAULT '' NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip" text NOT NULL,
	"phone" text NOT NULL,
	"email" text NOT NULL,
	"lat" double precision,
	"lng" double precision,
	"position_source" text,
	"place_id" text,
	"distance_miles" double precision,
	"fee_cents" integer NOT NULL,
	"carrier" text,
	"tracking_number" text,
	"photo_id" uuid,
	"offered_at" timestamp (3) with time zone,
	"taken_at" timestamp (3) with time zone,
	"picked_up_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"instructions" text,
	"address_id" uuid,
	CONSTRAINT "deliveries_orderId_unique" UNIQUE("order_id")
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"secret_hash" text NOT NULL,
	"step" integer DEFAULT 1 NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"password_hash" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drafts_secretHash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"email" text NOT NULL,
	"old_email" text,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "favorites" (
	"customer_id" uuid NOT NULL,
	"market_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favorites_customer_id_market_id_pk" PRIMARY KEY("customer_id","market_id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"command" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"response" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_scope_command_key_pk" PRIMARY KEY("scope","command","key")
);
--> statement-breakpoint
CREATE TABLE "images" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"container" text NOT NULL,
	"name" text NOT NULL,
	"owner_id" uuid,
	"status" text DEFAULT 'processing' NOT NULL,
	"width" integer,
	"height" integer,
	"bytes" integer,
	"content_type" text NOT NULL,
	"delete_after" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"party" text NOT NULL,
	"user_id" uuid,
	"order_id" uuid,
	"payout_id" uuid,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reference" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "market_calendars" (
	"market_id" uuid PRIMARY KEY NOT NULL,
	"week" jsonb,
	"prep_minutes" integer DEFAULT 60 NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"paused_until" text,
	"pause_reason" text,
	"pickup_places" integer,
	"delivery_places" integer,
	"offers_delivery" boolean DEFAULT true NOT NULL,
	"delivery_radius_miles" integer DEFAULT 25 NOT NULL,
	"pickup_minimum_cents" integer DEFAULT 0 NOT NULL,
	"delivery_minimum_cents" integer DEFAULT 0 NOT NULL,
	"has_own_deliverer" boolean,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "market_calendars_radius" CHECK ("market_calendars"."delivery_radius_miles" between 1 and 25)
);
--> statement-breakpoint
CREATE TABLE "market_changes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"market_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"wanted" jsonb NOT NULL,
	"decision" text,
	"reason" text,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "market_dates" (
	"market_id" uuid NOT NULL,
	"date" text NOT NULL,
	"spans" jsonb NOT NULL,
	"note" text,
	CONSTRAINT "market_dates_market_id_date_pk" PRIMARY KEY("market_id","date")
);
--> statement-breakpoint
CREATE TABLE "market_photos" (
	"market_id" uuid NOT NULL,
	"image_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "market_photos_market_id_image_id_pk" PRIMARY KEY("market_id","image_id")
);
--> statement-breakpoint
CREATE TABLE "market_windows" (
	"market_id" uuid NOT NULL,
	"fulfilment" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"taken" integer NOT NULL,
	CONSTRAINT "market_windows_market_id_fulfilment_starts_at_pk" PRIMARY KEY("market_id","fulfilment","starts_at"),
	CONSTRAINT "market_windows_taken" CHECK ("market_windows"."taken" >= 0)
);
--> statement-breakpoint
CREATE TABLE "market_words" (
	"market_id" uuid NOT NULL,
	"lexeme" text NOT NULL,
	"place" "cube",
	"in_name" boolean DEFAULT false NOT NULL,
	CONSTRAINT "market_words_market_id_lexeme_pk" PRIMARY KEY("market_id","lexeme")
);
--> statement-breakpoint
CREATE TABLE "markets" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip" text NOT NULL,
	"phone" text NOT NULL,
	"weekday_hours" text NOT NULL,
	"saturday_hours" text NOT NULL,
	"sunday_hours" text NOT NULL,
	"time_zone" text NOT NULL,
	"lat" double precision,
	"lng" double precision,
	"position_source" text,
	"place_id" text,
	"approval" text DEFAULT 'waiting' NOT NULL,
	"denial_reason" text,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"stripe_account_id" text,
	"onboarded" boolean,
	"requirements" text[] DEFAULT '{}' NOT NULL,
	"payout_schedule" text,
	"account_checked_at" timestamp (3) with time zone,
	"last_payout_at" timestamp (3) with time zone,
	"website" text,
	"product_description" text,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"subscription" text DEFAULT 'none' NOT NULL,
	"subscription_checked_at" timestamp (3) with time zone,
	"can_sell" boolean GENERATED ALWAYS AS ((approval = 'approved' and onboarded is true and subscription in ('active', 'past_due'))) STORED,
	"owner_photo_id" uuid,
	"market_photo_id" uuid,
	"certificate_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"story" text,
	"accepts_snap" boolean DEFAULT false NOT NULL,
	"accepts_wic" boolean DEFAULT false NOT NULL,
	"accepts_market_checks" boolean DEFAULT false NOT NULL,
	CONSTRAINT "markets_userId_unique" UNIQUE("user_id"),
	CONSTRAINT "markets_stripeAccountId_unique" UNIQUE("stripe_account_id"),
	CONSTRAINT "markets_stripeSubscriptionId_unique" UNIQUE("stripe_subscription_id")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"terms_version" text,
	"agreed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_user_id_role_pk" PRIMARY KEY("user_id","role")
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"kind" text NOT NULL,
	"way" text NOT NULL,
	"is_on" boolean NOT NULL,
	CONSTRAINT "notification_choices_user_id_role_kind_way_pk" PRIMARY KEY("user_id","role","kind","way")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"order_id" uuid,
	"message" text NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"market_id" uuid
);
--> statement-breakpoint
CREATE TABLE "opening_alerts" (
	"market_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "opening_alerts_market_id_customer_id_pk" PRIMARY KEY("market_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"order_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"category" text NOT NULL,
	"section" text NOT NULL,
	"product_name" text NOT NULL,
	"size" text NOT NULL,
	"image_container" text,
	"image_name" text
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"number" bigint GENERATED BY DEFAULT AS IDENTITY (sequence name "orders_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 100001 CACHE 1),
	"checkout_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"market_id" uuid NOT NULL,
	"fulfilment" text NOT NULL,
	"status" text,
	"confirmation" text NOT NULL,
	"items_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"delivery_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"processor_fee_cents" integer NOT NULL,
	"platform_fee_cents" integer NOT NULL,
	"complete" boolean GENERATED ALWAYS AS ((status = 'delivered' or (fulfilment = 'pickup' and status = 'picked up')) is true) STORED,
	"fulfilled_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"cancelled_by" text,
	"cancel_reason" text,
	"charged_back_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"chargeback_lost_at" timestamp (3) with time zone,
	"window_starts_at" timestamp (3) with time zone,
	"window_ends_at" timestamp (3) with time zone,
	"clock_starts_at" timestamp (3) with time zone,
	"note" text,
	"replacement" text,
	CONSTRAINT "orders_number_unique" UNIQUE("number"),
	CONSTRAINT "orders_confirmation_unique" UNIQUE("confirmation"),
	CONSTRAINT "orders_checkoutId_marketId_unique" UNIQUE("checkout_id","market_id")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"queued_at" timestamp (3) with time zone,
	"published_at" timestamp (3) with time zone,
	"traceparent" text
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passkeys_credentialId_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "payment_platform" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"account_id" text,
	"is_live" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_platform_once" CHECK ("payment_platform"."id")
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"stripe_payout_id" text,
	"failure" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payouts_stripePayoutId_unique" UNIQUE("stripe_payout_id"),
	CONSTRAINT "payouts_positive" CHECK ("payouts"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "product_images" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"product_id" uuid NOT NULL,
	"image_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_images_productId_position_unique" UNIQUE("product_id","position")
);
--> statement-breakpoint
CREATE TABLE "product_words" (
	"market_id" uuid NOT NULL,
	"lexeme" text NOT NULL,
	"product_id" uuid NOT NULL,
	"in_name" boolean NOT NULL,
	"category" text NOT NULL,
	CONSTRAINT "product_words_market_id_lexeme_product_id_pk" PRIMARY KEY("market_id","lexeme","product_id")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"market_id" uuid NOT NULL,
	"category" text NOT NULL,
	"section" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"gender" text,
	"age" text,
	"retired_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"unit" text,
	"unit_amount" double precision
);
--> statement-breakpoint
CREATE TABLE "push_deliveries" (
	"subscription_id" uuid NOT NULL,
	"job_id" text NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_deliveries_subscription_id_job_id_pk" PRIMARY KEY("subscription_id","job_id")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"session_id" uuid,
	"device_id" text NOT NULL,
	"user_agent" text,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"last_failed_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refund_lines" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"refund_id" uuid NOT NULL,
	"order_line_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	CONSTRAINT "refund_lines_positive" CHECK ("refund_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"checkout_id" uuid NOT NULL,
	"order_id" uuid,
	"stripe_payment_intent_id" text,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'due' NOT NULL,
	"stripe_refund_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"items_cents" integer DEFAULT 0 NOT NULL,
	"delivery_cents" integer DEFAULT 0 NOT NULL,
	"tax_cents" integer DEFAULT 0 NOT NULL,
	"source" text DEFAULT 'cancellation' NOT NULL,
	"bearer" text DEFAULT 'seller' NOT NULL,
	"made_by" uuid,
	"covered_cents" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"stripe_dashboard_refund_id" text,
	"tax_reversal_id" text,
	"done_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"next_try_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "removed_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"removal_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"seen_price_cents" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"window_starts_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone NOT NULL,
	"was_saved" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_lines" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"customer_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_lines_customerId_variantId_unique" UNIQUE("customer_id","variant_id"),
	CONSTRAINT "saved_quantity" CHECK ("saved_lines"."quantity" between 1 and 999)
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"lexeme" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"account" text,
	"object_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text
);
--> statement-breakpoint
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
CREATE TABLE "transfer_reversals" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"transfer_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"status" text DEFAULT 'due' NOT NULL,
	"stripe_reversal_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"rejections" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "transfer_reversals_stripeReversalId_unique" UNIQUE("stripe_reversal_id"),
	CONSTRAINT "transfer_reversals_positive" CHECK ("transfer_reversals"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"order_id" uuid NOT NULL,
	"party" text NOT NULL,
	"user_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"status" text DEFAULT 'due' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"stripe_transfer_id" text,
	"stripe_reversal_id" text,
	"sent_at" timestamp (3) with time zone,
	"available_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reversed_cents" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "transfers_stripeTransferId_unique" UNIQUE("stripe_transfer_id")
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"time_zone" text,
	"quiet_from_minutes" integer,
	"quiet_to_minutes" integer,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "variants" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"product_id" uuid NOT NULL,
	"size" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"price_cents" integer NOT NULL,
	"stock" integer NOT NULL,
	CONSTRAINT "variants_productId_size_unique" UNIQUE("product_id","size"),
	CONSTRAINT "variants_stock_not_negative" CHECK ("variants"."stock" >= 0),
	CONSTRAINT "variants_price_positive" CHECK ("variants"."price_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zips" (
	"zip" text PRIMARY KEY NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"county" text NOT NULL,
	"lat" double precision NOT NULL,
	"lng" double precision NOT NULL,
	"time_zone" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_deletions" ADD CONSTRAINT "account_deletions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_customer_id_customers_user_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_customer_id_carts_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."carts"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_markets" ADD CONSTRAINT "cart_markets_customer_id_carts_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."carts"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_markets" ADD CONSTRAINT "cart_markets_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_customer_id_customers_user_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_lines" ADD CONSTRAINT "checkout_lines_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_lines" ADD CONSTRAINT "checkout_lines_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_lines" ADD CONSTRAINT "checkout_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_lines" ADD CONSTRAINT "checkout_lines_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_markets" ADD CONSTRAINT "checkout_markets_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_markets" ADD CONSTRAINT "checkout_markets_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_customer_id_customers_user_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courier_positions" ADD CONSTRAINT "courier_positions_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliverers" ADD CONSTRAINT "deliverers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_deliverer_id_deliverers_user_id_fk" FOREIGN KEY ("deliverer_id") REFERENCES "public"."deliverers"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_photo_id_images_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_customer_id_customers_user_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_calendars" ADD CONSTRAINT "market_calendars_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_changes" ADD CONSTRAINT "market_changes_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_dates" ADD CONSTRAINT "market_dates_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_photos" ADD CONSTRAINT "market_photos_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_photos" ADD CONSTRAINT "market_photos_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_windows" ADD CONSTRAINT "market_windows_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_words" ADD CONSTRAINT "market_words_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "markets" ADD CONSTRAINT "markets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opening_alerts" ADD CONSTRAINT "opening_alerts_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opening_alerts" ADD CONSTRAINT "opening_alerts_customer_id_customers_user_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_customers_user_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_deliveries" ADD CONSTRAINT "push_deliveries_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_lines" ADD CONSTRAINT "removed_lines_customer_id_carts_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."carts"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_lines" ADD CONSTRAINT "removed_lines_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_lines" ADD CONSTRAINT "saved_lines_customer_id_carts_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."carts"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_lines" ADD CONSTRAINT "saved_lines_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms_agreements" ADD CONSTRAINT "terms_agreements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_reversals" ADD CONSTRAINT "transfer_reversals_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_deletions_open" ON "account_deletions" USING btree ("requested_at") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "account_deletions_unclosed" ON "account_deletions" USING btree ("accounts_asked_at") WHERE accounts_closed_at is null;--> statement-breakpoint
CREATE INDEX "addresses_customer_id_index" ON "addresses" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_one_first_choice" ON "addresses" USING btree ("customer_id") WHERE is_first_choice;--> statement-breakpoint
CREATE INDEX "addresses_with_instructions" ON "addresses" USING btree ("updated_at") WHERE instructions is not null;--> statement-breakpoint
CREATE INDEX "api_tokens_user_id_index" ON "api_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "api_tokens_by_expiry" ON "api_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "api_tokens_revoked" ON "api_tokens" USING btree ("revoked_at") WHERE revoked_at is not null;--> statement-breakpoint
CREATE INDEX "audit_log_subject_type_subject_id_index" ON "audit_log" USING btree ("subject_type","subject_id");--> statement-breakpoint
CREATE INDEX "audit_log_created_at_index" ON "audit_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "cart_markets_of_market" ON "cart_markets" USING btree ("market_id");--> statement-breakpoint
CREATE INDEX "cart_markets_with_note" ON "cart_markets" USING btree ("customer_id") WHERE note is not null;--> statement-breakpoint
CREATE INDEX "carts_with_instructions" ON "carts" USING btree ("customer_id") WHERE ship_to ? 'instructions';--> statement-breakpoint
CREATE INDEX "checkout_lines_of_market" ON "checkout_lines" USING btree ("market_id");--> statement-breakpoint
CREATE INDEX "checkout_markets_of_market" ON "checkout_markets" USING btree ("market_id");--> statement-breakpoint
CREATE INDEX "checkout_markets_with_note" ON "checkout_markets" USING btree ("checkout_id") WHERE note is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_one_live" ON "checkouts" USING btree ("customer_id") WHERE status in ('open', 'paying');--> statement-breakpoint
CREATE INDEX "checkouts_of_customer" ON "checkouts" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "checkouts_released" ON "checkouts" USING btree ("created_at") WHERE status = 'released';--> statement-breakpoint
CREATE INDEX "checkouts_with_instructions" ON "checkouts" USING btree ("created_at") WHERE ship_to ? 'instructions';--> statement-breakpoint
CREATE INDEX "deliverers_approval" ON "deliverers" USING btree ("approval","created_at");--> statement-breakpoint
CREATE INDEX "credentials_user_id_index" ON "credentials" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_one_active" ON "deliveries" USING btree ("deliverer_id") WHERE deliverer_id is not null and delivered_at is null;--> statement-breakpoint
CREATE INDEX "deliveries_waiting" ON "deliveries" USING btree ("offered_at") WHERE has_deliverer is false and deliverer_id is null;--> statement-breakpoint
CREATE INDEX "deliveries_delivered" ON "deliveries" USING btree ("deliverer_id","delivered_at");--> statement-breakpoint
CREATE INDEX "deliveries_to_address" ON "deliveries" USING btree ("address_id") WHERE address_id is not null;--> statement-breakpoint
CREATE INDEX "deliveries_with_instructions" ON "deliveries" USING btree ("created_at") WHERE instructions is not null;--> statement-breakpoint
CREATE INDEX "drafts_expires_at_index" ON "drafts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "drafts_user_id_index" ON "drafts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_one_open" ON "email_changes" USING btree ("user_id") WHERE confirmed_at is null;--> statement-breakpoint
CREATE INDEX "email_changes_user_id_index" ON "email_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_changes_by_age" ON "email_changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "favorites_of_market" ON "favorites" USING btree ("market_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "images_address" ON "images" USING btree ("container","name");--> statement-breakpoint
CREATE INDEX "images_to_delete" ON "images" USING btree ("delete_after") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "images_owner_id_index" ON "images" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_once" ON "ledger_entries" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "ledger_of_person" ON "ledger_entries" USING btree ("user_id","party");--> statement-breakpoint
CREATE INDEX "ledger_of_order" ON "ledger_entries" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "market_changes_one_open" ON "market_changes" USING btree ("market_id","kind") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "market_changes_market_id_index" ON "market_changes" USING btree ("market_id");--> statement-breakpoint
CREATE INDEX "market_changes_waiting" ON "market_changes" USING btree ("created_at") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "market_words_near" ON "market_words" USING gist ("lexeme","place");--> statement-breakpoint
CREATE INDEX "market_words_in_name" ON "market_words" USING gist ("lexeme","place") WHERE in_name;--> statement-breakpoint
CREATE INDEX "markets_listed_place" ON "markets" USING gist (cube(cube(cube(cos(radians("lat")) * cos(radians("lng"))), cos(radians("lat")) * sin(radians("lng"))), sin(radians("lat")))) WHERE can_sell;--> statement-breakpoint
CREATE INDEX "markets_listed_name" ON "markets" USING btree ("name","id") WHERE can_sell;--> statement-breakpoint
CREATE INDEX "markets_approval" ON "markets" USING btree ("approval","created_at");--> statement-breakpoint
CREATE INDEX "notifications_of_person" ON "notifications" USING btree ("user_id","role","id");--> statement-breakpoint
CREATE INDEX "notifications_unseen" ON "notifications" USING btree ("user_id","role") WHERE seen_at is null;--> statement-breakpoint
CREATE INDEX "notifications_seen_by_age" ON "notifications" USING btree ("seen_at") WHERE seen_at is not null;--> statement-breakpoint
CREATE INDEX "notifications_unseen_by_age" ON "notifications" USING btree ("created_at") WHERE seen_at is null;--> statement-breakpoint
CREATE INDEX "opening_alerts_of_customer" ON "opening_alerts" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "opening_alerts_by_age" ON "opening_alerts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "order_lines_order_id_index" ON "order_lines" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_lines_product_id_index" ON "order_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "orders_of_customer" ON "orders" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_of_market" ON "orders" USING btree ("market_id","complete","created_at");--> statement-breakpoint
CREATE INDEX "orders_unacted" ON "orders" USING btree ("created_at") WHERE status is null or status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_with_note" ON "orders" USING btree ("created_at") WHERE note is not null;--> statement-breakpoint
CREATE INDEX "outbox_by_age" ON "outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_to_queue" ON "outbox" USING btree ("id") WHERE queued_at is null;--> statement-breakpoint
CREATE INDEX "outbox_to_publish" ON "outbox" USING btree ("id") WHERE published_at is null;--> statement-breakpoint
CREATE INDEX "passkeys_user_id_index" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payouts_of_person" ON "payouts" USING btree ("user_id","role","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_one_open" ON "payouts" USING btree ("user_id","role") WHERE status = 'requested';--> statement-breakpoint
CREATE INDEX "product_images_image_id_index" ON "product_images" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "products_in_market" ON "products" USING btree ("market_id","category","id") WHERE retired_at is null;--> statement-breakpoint
CREATE INDEX "products_market_id_index" ON "products" USING btree ("market_id");--> statement-breakpoint
CREATE INDEX "push_deliveries_sent_at_index" ON "push_deliveries" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user_id_index" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session_id_index" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_device_id_index" ON "push_subscriptions" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_signed_out" ON "push_subscriptions" USING btree ("seen_at") WHERE session_id is null;--> statement-breakpoint
CREATE INDEX "rate_limits_by_end" ON "rate_limits" USING btree ("resets_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_lines_once" ON "refund_lines" USING btree ("refund_id","order_line_id");--> statement-breakpoint
CREATE INDEX "refund_lines_of_line" ON "refund_lines" USING btree ("order_line_id");--> statement-breakpoint
CREATE INDEX "refunds_by_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_of_checkout" ON "refunds" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "refunds_made_by" ON "refunds" USING btree ("made_by") WHERE made_by is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_of_payment" ON "refunds" USING btree ("checkout_id",coalesce("stripe_payment_intent_id", '')) WHERE order_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_of_dashboard" ON "refunds" USING btree ("stripe_dashboard_refund_id","order_id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("created_at") WHERE status = 'due';--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("next_try_at") WHERE status in ('sent', 'failed');--> statement-breakpoint
CREATE INDEX "removed_lines_of_customer" ON "removed_lines" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "removed_lines_by_age" ON "removed_lines" USING btree ("removed_at");--> statement-breakpoint
CREATE INDEX "saved_lines_by_age" ON "saved_lines" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "search_words_alike" ON "search_words" USING gist ("word" gist_trgm_ops);--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "stripe_events_open" ON "stripe_events" USING btree ("received_at") WHERE processed_at is null;--> statement-breakpoint
CREATE INDEX "stripe_events_processed" ON "stripe_events" USING btree ("processed_at") WHERE processed_at is not null;--> statement-breakpoint
CREATE INDEX "transfer_reversals_of_transfer" ON "transfer_reversals" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "transfer_reversals_due" ON "transfer_reversals" USING btree ("attempts","created_at") WHERE status = 'due';--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_once" ON "transfers" USING btree ("order_id","party") WHERE status not in ('reversed', 'cancelled');--> statement-breakpoint
CREATE INDEX "transfers_due" ON "transfers" USING btree ("due_at") WHERE status = 'due';--> statement-breakpoint
CREATE INDEX "transfers_of_person" ON "transfers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "two_factors_user_id_index" ON "two_factors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_unconfirmed" ON "users" USING btree ("created_at") WHERE not email_verified and deleted_at is null;--> statement-breakpoint
CREATE INDEX "verifications_identifier_index" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "verifications_by_expiry" ON "verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verifications_challenges" ON "verifications" USING btree ("expires_at") WHERE identifier like 'passkey-challenge:%';--> statement-breakpoint
CREATE INDEX "zips_city" ON "zips" USING btree (lower("city"));
--> statement-breakpoint
-- What has been booked or decided stays as it was: mistakes are mended by a further entry.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;--> statement-breakpoint
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- Wakes the relays the moment an event commits; a slow poll is their net. A program that wakes them itself, after its
-- commit, says so on its connections (db/relay-waker.ts): NOTIFY inside of a transaction lets only one commit at a time
-- onto the disk. That is asked before the function is called: each order calls four.
CREATE FUNCTION notify_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('pushcart.wakes', true) IS DISTINCT FROM 'itself' THEN
    PERFORM pg_notify('outbox', '');
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER outbox_notify AFTER INSERT ON outbox FOR EACH STATEMENT
  WHEN (current_setting('pushcart.wakes', true) IS DISTINCT FROM 'itself') EXECUTE FUNCTION notify_outbox();
--> statement-breakpoint
-- The words of a text in their order, each with its stems; stop words, numbers and single letters have none.
CREATE FUNCTION words_of(body text) RETURNS TABLE (at bigint, word text, lexeme text) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select w.at, w.word, l.lexeme
  from regexp_split_to_table(lower(regexp_replace(unaccent(body), '[[:punct:]]+', ' ', 'g')), '\s+')
    with ordinality as w (word, at)
  left join lateral unnest(to_tsvector('english'::regconfig, w.word)) l on w.word !~ '^([0-9]+|.)$'
  where w.word <> ''
$$;
--> statement-breakpoint
-- The same as marketPlace in db/schema/accounts.ts.
CREATE FUNCTION market_place(lat double precision, lng double precision) RETURNS cube LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select cube(cube(cube(cos(radians(lat)) * cos(radians(lng))), cos(radians(lat)) * sin(radians(lng))), sin(radians(lat)))
$$;
--> statement-breakpoint
-- Inserts in the order of the keys, so that two who insert the same words wait for each other and do not block each other.
CREATE FUNCTION index_products(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
begin
  with found as materialized (
    select p.id, p.market_id, p.category, w.word, w.lexeme, w.in_name
    from products p
    cross join lateral (
      select word, lexeme, true in_name from words_of(p.name)
      union all
      select word, lexeme, false from words_of(concat_ws(' ', p.section, p.category, p.gender, p.age))) w
    where p.id = any(ids) and p.retired_at is null and w.lexeme is not null
  ), dictionary as (
    insert into search_words (word, lexeme)
    select distinct on (word) word, lexeme from found where length(word) between 3 and 40 order by word
    on conflict do nothing
  ), sold as (
    insert into market_words (market_id, lexeme, place)
    select distinct f.market_id, f.lexeme, market_place(m.lat, m.lng)
    from found f join markets m on m.id = f.market_id order by 1, 2
    on conflict do nothing
  )
  insert into product_words (market_id, lexeme, product_id, in_name, category)
  select market_id, lexeme, id, bool_or(in_name), category from found
  group by market_id, lexeme, id, category order by 1, 2, 3
  on conflict do nothing;
end $$;
--> statement-breakpoint
CREATE FUNCTION index_markets(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
begin
  with found as materialized (
    select m.id, m.lat, m.lng, w.word, w.lexeme from markets m cross join lateral words_of(m.name) w
    where m.id = any(ids) and w.lexeme is not null
  ), dictionary as (
    insert into search_words (word, lexeme)
    select distinct on (word) word, lexeme from found where length(word) between 3 and 40 order by word
    on conflict do nothing
  )
  insert into market_words (market_id, lexeme, place, in_name)
  select distinct id, lexeme, market_place(lat, lng), true from found order by 1, 2
  on conflict (market_id, lexeme) do update set in_name = true;
end $$;
--> statement-breakpoint
CREATE FUNCTION index_new_products() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform index_products(array(select id from after_change));
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION index_changed_products() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  changed uuid[] := array(
    select b.id from before_change b join after_change a using (id)
    where (b.market_id, b.name, b.category, b.section, b.gender, b.age, b.retired_at is null)
      is distinct from (a.market_id, a.name, a.category, a.section, a.gender, a.age, a.retired_at is null));
begin
  if cardinality(changed) > 0 then
    delete from product_words w using before_change b
      where b.id = any(changed) and w.market_id = b.market_id and w.product_id = b.id;
    perform index_products(changed);
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION forget_deleted_products() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  delete from product_words w using before_change b where w.market_id = b.market_id and w.product_id = b.id;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION index_new_markets() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform index_markets(array(select id from after_change));
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION index_changed_markets() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  changed uuid[] := array(
    select b.id from before_change b join after_change a using (id)
    where (b.name, b.lat, b.lng) is distinct from (a.name, a.lat, a.lng));
begin
  if cardinality(changed) > 0 then
    update market_words w set in_name = false, place = market_place(a.lat, a.lng)
      from after_change a where a.id = any(changed) and w.market_id = a.id;
    perform index_markets(changed);
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER market_words_of_new AFTER INSERT ON markets
  REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION index_new_markets();--> statement-breakpoint
CREATE TRIGGER market_words_of_changed AFTER UPDATE ON markets
  REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change
  FOR EACH STATEMENT EXECUTE FUNCTION index_changed_markets();--> statement-breakpoint
CREATE TRIGGER product_words_of_new AFTER INSERT ON products
  REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION index_new_products();--> statement-breakpoint
CREATE TRIGGER product_words_of_changed AFTER UPDATE ON products
  REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change
  FOR EACH STATEMENT EXECUTE FUNCTION index_changed_products();--> statement-breakpoint
CREATE TRIGGER product_words_of_deleted AFTER DELETE ON products
  REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION forget_deleted_products();
