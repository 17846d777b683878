-- The state of an address is the one that its zip lies in: tax, distance and label agree. Zips that lie in two states
-- keep what was entered, and so do addresses outside of the 50 states.
UPDATE "markets" SET "state" = "zips"."state" FROM "zips"
WHERE "zips"."zip" = "markets"."zip" AND "zips"."state" <> "markets"."state"
  AND "zips"."state" NOT IN ('DC', 'PR', 'VI', 'GU', 'AS', 'MP')
  AND "markets"."zip" NOT IN ('02861', '42223', '59221', '63673', '71749', '73949', '81137', '84536', '86044', '86515', '88063', '89439', '97635');--> statement-breakpoint
UPDATE "deliverers" SET "state" = "zips"."state" FROM "zips"
WHERE "zips"."zip" = "deliverers"."zip" AND "zips"."state" <> "deliverers"."state"
  AND "zips"."state" NOT IN ('DC', 'PR', 'VI', 'GU', 'AS', 'MP')
  AND "deliverers"."zip" NOT IN ('02861', '42223', '59221', '63673', '71749', '73949', '81137', '84536', '86044', '86515', '88063', '89439', '97635');
