-- A program that wakes the relays itself, after its commit, says so on its connections (db/wake-relays.ts). NOTIFY
-- inside of a transaction lets only one commit at a time onto the disk. Everybody else's events still notify from here.
CREATE OR REPLACE FUNCTION notify_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('pushcart.wakes', true) IS DISTINCT FROM 'itself' THEN
    PERFORM pg_notify('outbox', '');
  END IF;
  RETURN NULL;
END $$;
