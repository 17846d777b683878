/** Texts as people type, paste and dictate them, for every text field. */

/**
 * A valid value for each field, by the field's name. "Quince" identifies it in the database. A new field must be added
 * here.
 */
export const GOOD: Readonly<Record<string, string>> = {
  email: "quince@example.test",
  firstName: "Quince",
  lastName: "Quince",
  name: "Quince",
  label: "Quince",
  marketName: "Quince",
  address: "1 Quince St",
  addressOne: "Floor 2, Quince",
  city: "Quince",
  zip: "10001",
  phone: "212-555-0134",
  code: "123456",
  carrier: "Quince",
  trackingNumber: "1Z Quince",
  reason: "Quince is gone.",
  sentence: "Quince is gone.",
  why: "Quince is gone.",
  instructions: "Ring at Quince",
  note: "Quince day",
  notes: "Ripe quince",
  story: "Quince since 1990.",
  website: "quince.example.com",
  description: "Quince, sweet.",
  price: "4.50",
  priceCents: "4.50",
  stock: "12",
  quantity: "1",
  unitAmount: "12",
  amount: "1.00",
  fee: "1.00",
  tip: "0",
  tipAmount: "1.00",
  deliveryRadiusMiles: "12",
  bags: "2",
  pickupPlaces: "4",
  pickupMinimumCents: "12.00",
  deliveryPlaces: "4",
  deliveryMinimumCents: "12.00",
  q: "Quince",
  search: "Quince",
}

const afterFirst = (text: string, sign: string) => text.slice(0, 1) + sign + text.slice(1)
const fullwidth = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))

type Oddity = (good: string) => string

/** Changes that leave the text the same for a reader. */
export const SAME_READING: Readonly<Record<string, Oddity>> = {
  "turned around": (good) => `\u202e${good}\u202c`,
  "blanks around it": (good) => `  ${good}  `,
  "non-breaking spaces around it": (good) => `\u00a0${good}\u00a0`,
  "a zero-width space in it": (good) => afterFirst(good, "\u200b"),
  "a soft hyphen in it": (good) => afterFirst(good, "\u00ad"),
  "marks of direction": (good) => `\u200e${good}\u200f`,
  "control characters": (good) => `\u0007${good}\0\u001f`,
  "a byte order mark": (good) => `\ufeff${good}`,
  "an end of line": (good) => `${good}\r\n`,
}

/**
 * Texts that every field rejects come first, then texts that are cleaned, because some forms can be submitted only
 * once.
 */
export const ODD_TEXTS: Readonly<Record<string, Oddity>> = {
  nothing: () => "",
  "nothing that is seen": () => "\u200b\u3164\u00ad\u2060",
  "a whole book": () => "Quince".repeat(1_000),
  ...SAME_READING,
  "as expected": (good) => good,
  "fullwidth digits": fullwidth,
  "an apostrophe of phones": () => "Quince O’Brien",
  "an apostrophe": () => "Quince O'Brien",
  "an accent": () => "Quince Jos\u00e9",
  "an accent by itself": () => "Quince Jose\u0301",
  "a family": () => "Quince 👩‍👩‍👧",
  "a Persian word": () => "Quince می‌خواهم",
  "half of a pair": () => "Quince \ud83d",
  "lines of one system": () => "Quince\r\nPear",
  "lines of another": () => "Quince\nPear",
  "eighty letters": () => "Quince".repeat(14).slice(0, 80),
  thousands: () => "1,200",
  "a decimal comma": () => "1,50",
  dollars: () => "$ 3.50",
}

/** Returns the text after a form has encoded it and the server has parsed it. */
export const asSent = (text: string) =>
  text
    .replace(/\p{Surrogate}/gu, "\uFFFD")
    .replaceAll("\0", "")
    .replaceAll("\r\n", "\n")

/** Removes the part that differs between fields of one kind: "notes.0198…" becomes "notes". */
export const fieldKind = (name: string) => name.replace(/\..*/, "")

type Pool = { query(sql: string): Promise<{ rows: Record<string, string>[] }> }

/** Returns all texts of the database that contain "quince", each with its column. */
export async function keptTexts(pool: Pool): Promise<(readonly [column: string, text: string])[]> {
  const columns = await pool.query(`
    select table_name, column_name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'text'`)
  const parts = columns.rows.map(
    ({ table_name: table, column_name: column }) =>
      `select '${table}.${column}' as at, "${column}" as text from "${table}" where "${column}" ilike '%quince%'`,
  )
  const { rows } = await pool.query(parts.join(" union "))
  return rows.map(({ at, text }) => [at!, text!] as const)
}

/** Returns those of the texts for which `isReadable` is false. */
export const unreadableTexts = async (pool: Pool) =>
  (await keptTexts(pool)).filter(([, text]) => !isReadable(text))

/** Whether a text is trimmed, in Unicode's NFC form, and free of invisible characters. */
export const isReadable = (text: string) =>
  text === text.trim() &&
  text === text.normalize("NFC") &&
  !/[\u00a0\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u3164\ufeff]|[^\P{Cc}\n]/u.test(text)
