import { Database } from "bun:sqlite"
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs"
import { dirname } from "node:path"

const TABLES = `
create table if not exists objects (
  seq integer primary key autoincrement,
  id text not null unique,
  kind text not null,
  account text not null,
  doc text not null,
  hidden text not null default '{}'
);
create index if not exists objects_by_kind on objects (kind, account, seq);
create index if not exists objects_by_intent on objects (json_extract(doc, '$.payment_intent'), kind);
create index if not exists objects_by_charge on objects (json_extract(doc, '$.charge'), kind);
create index if not exists objects_by_source on objects (json_extract(doc, '$.source'), kind);
create index if not exists objects_by_customer on objects (json_extract(doc, '$.customer'), kind);
create index if not exists objects_by_group on objects (json_extract(doc, '$.transfer_group'), kind);
create index if not exists objects_by_event_type on objects (json_extract(doc, '$.type'), kind);

create table if not exists deliveries (
  id integer primary key autoincrement,
  event text not null,
  endpoint text not null,
  due_ms integer not null,
  attempts integer not null default 0,
  state text not null default 'pending',
  last_status integer,
  last_error text
);
create index if not exists deliveries_due on deliveries (state, due_ms, id);
create index if not exists deliveries_by_event on deliveries (event);

create table if not exists tasks (
  id integer primary key autoincrement,
  kind text not null,
  subject text not null,
  due integer not null
);
create index if not exists tasks_due on tasks (due, id);

create table if not exists replies (
  account text not null,
  key text not null,
  fingerprint text not null,
  status integer not null,
  body text not null,
  primary key (account, key)
);

create table if not exists ledger (
  transaction_id text primary key,
  account text not null,
  net integer not null,
  available_on integer not null
);
create index if not exists ledger_by_account on ledger (account, available_on, net);

create table if not exists settings (name text primary key, value text not null);
`

/** Opens the sandbox's one file. Write-ahead logging survives kill -9 without an fsync for each request. */
export function openFile(path: string): Database {
  if (path !== ":memory:") makePrivate(path)
  const db = new Database(path, { create: true, strict: true })
  db.run("pragma journal_mode = wal")
  db.run("pragma synchronous = normal")
  db.run("pragma busy_timeout = 2000")
  db.run(TABLES)
  return db
}

/**
 * Makes the file private, because it holds cards, names and accounts. SQLite gives its side files the same permissions.
 */
function makePrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, "a", 0o600))
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600)
}
