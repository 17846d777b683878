-- On a large table each of these keeps writers out while it reads. One that was made by hand before, with CONCURRENTLY,
-- is left as it is (docs/capacity.md).
DROP INDEX "images_delete_after_index";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "addresses_with_instructions" ON "addresses" USING btree ("updated_at") WHERE instructions is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "api_tokens_user_id_index" ON "api_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "api_tokens_by_expiry" ON "api_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "api_tokens_revoked" ON "api_tokens" USING btree ("revoked_at") WHERE revoked_at is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cart_markets_of_market" ON "cart_markets" USING btree ("market_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "cart_markets_with_note" ON "cart_markets" USING btree ("customer_id") WHERE note is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "carts_with_instructions" ON "carts" USING btree ("customer_id") WHERE ship_to ? 'instructions';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "checkout_lines_of_market" ON "checkout_lines" USING btree ("market_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "checkout_markets_of_market" ON "checkout_markets" USING btree ("market_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "checkout_markets_with_note" ON "checkout_markets" USING btree ("checkout_id") WHERE note is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "checkouts_released" ON "checkouts" USING btree ("created_at") WHERE status = 'released';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "checkouts_with_instructions" ON "checkouts" USING btree ("created_at") WHERE ship_to ? 'instructions';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "drafts_user_id_index" ON "drafts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "email_changes_user_id_index" ON "email_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "email_changes_by_age" ON "email_changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "images_to_delete" ON "images" USING btree ("delete_after") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "images_owner_id_index" ON "images" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "market_changes_market_id_index" ON "market_changes" USING btree ("market_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "notifications_seen_by_age" ON "notifications" USING btree ("seen_at") WHERE seen_at is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "notifications_unseen_by_age" ON "notifications" USING btree ("created_at") WHERE seen_at is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "outbox_by_age" ON "outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "products_market_id_index" ON "products" USING btree ("market_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "push_subscriptions_signed_out" ON "push_subscriptions" USING btree ("seen_at") WHERE session_id is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "rate_limits_by_end" ON "rate_limits" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "refunds_of_checkout" ON "refunds" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "refunds_made_by" ON "refunds" USING btree ("made_by") WHERE made_by is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sessions_by_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "stripe_events_processed" ON "stripe_events" USING btree ("processed_at") WHERE processed_at is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "two_factors_user_id_index" ON "two_factors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "users_unconfirmed" ON "users" USING btree ("created_at") WHERE not email_verified and deleted_at is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "verifications_by_expiry" ON "verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "verifications_challenges" ON "verifications" USING btree ("expires_at") WHERE identifier like 'passkey-challenge:%';