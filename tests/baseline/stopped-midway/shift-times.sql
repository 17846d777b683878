-- Moves every stored time by one constant, so that holds, sessions and windows are as old as they were at the stop.
-- `shift.ms` is set before: milliseconds between the stop and now, less how long the installation is said to have been
-- down. Not moved: what is compared as text (kept responses of idempotent calls) and the migrations' own numbers.
set session_replication_role = replica;

do $$
declare
  ms constant bigint := current_setting('shift.ms')::bigint;
  it record;
begin
  for it in
    select format('update %I.%I set %s', n.nspname, c.relname, string_agg(
      case when a.atttypid = 'timestamptz'::regtype
        then format('%1$I = %1$I + %2$s * interval ''1 millisecond''', a.attname, ms)
        -- BullMQ keeps milliseconds since 1970; smaller numbers are durations.
        else format('%1$I = case when %1$I > 1e12 then %1$I + %2$s else %1$I end', a.attname, ms)
      end, ', ')) as statement
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and (
      (n.nspname in ('public', 'bullmq') and a.atttypid = 'timestamptz'::regtype)
      or (n.nspname = 'bullmq' and a.atttypid = 'bigint'::regtype and a.attname ~ '(_ms|_?ts)$'))
    group by n.nspname, c.relname
  loop
    execute it.statement;
  end loop;

  -- A scheduled job is named after its scheduler and the moment that it is due.
  update bullmq.job set
    id = regexp_replace(id, '\d+$', '') || ((regexp_match(id, '\d+$'))[1]::bigint + ms),
    opts = opts || jsonb_build_object('prevMillis', (opts ->> 'prevMillis')::bigint + ms)
  where scheduler_id is not null and id ~ ':\d{13}$';
end $$;

set session_replication_role = origin;
