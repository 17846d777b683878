import pg from "pg"
import { openDatabase } from "#db/client.ts"
import { asAdmin, copyTemplate } from "#tests/support/copy-template.ts"
import { type Clock, putClockInto, startClock } from "./clock.ts"

type Opened = ReturnType<typeof openDatabase> & { url: string }

export type SimulatedDatabase = {
  /** The connections of the product. */
  readonly database: Opened
  /** The connections of the simulation itself. */
  readonly observer: pg.Pool
  readonly clock: Clock
  close(): Promise<void>
}

/** Creates a database on a PostgreSQL server that uses the simulation's clock and records every move. */
export async function openSimulatedDatabase(
  postgres: string,
  connections: number,
): Promise<SimulatedDatabase> {
  const url = await copyTemplate(postgres, { zips: true })
  const name = new URL(url).pathname.slice(1)
  const preparing = new pg.Client({ connectionString: url })
  await preparing.connect()
  await putClockInto(preparing, name)
  await preparing.query(RECORD_MOVES)
  await preparing.end()
  const observer = new pg.Pool({ connectionString: url, max: 2 })
  const clock = await startClock(observer)
  const pool = openDatabase({
    connectionString: url,
    max: connections,
    applicationName: "pushcart-simulation",
    onError: () => {},
  })
  return {
    database: { ...pool, url },
    observer,
    clock,
    async close() {
      await pool.close()
      await observer.end()
      await asAdmin(postgres, `drop database if exists ${name} with (force)`)
    },
  }
}

/** Records each status of an order, a checkout, or a row that moves money, regardless of what writes it. */
const RECORD_MOVES = `
  create table simulation.moves (
    id bigint generated always as identity primary key, kind text, subject uuid, before text, after text
  );
  create function simulation.record_move() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into simulation.moves (kind, subject, before, after)
      values (tg_table_name, new.id, '(new)', coalesce(new.status, '(none)'));
    elsif old.status is distinct from new.status then
      insert into simulation.moves (kind, subject, before, after)
      values (tg_table_name, new.id, coalesce(old.status, '(none)'), coalesce(new.status, '(none)'));
    end if;
    return null;
  end $$;
  create trigger record_move after insert or update on orders for each row execute function simulation.record_move();
  create trigger record_move after insert or update on checkouts for each row execute function simulation.record_move();
  create trigger record_move after insert or update on refunds for each row execute function simulation.record_move();
  create trigger record_move after insert or update on transfers for each row execute function simulation.record_move();
  create trigger record_move after insert or update on transfer_reversals for each row execute function simulation.record_move();
  create trigger record_move after insert or update on payouts for each row execute function simulation.record_move();
  create trigger record_move after insert or update on replacement_offers for each row
    execute function simulation.record_move();`
