/** Texts as people type, paste and dictate them, for every text field. */

const afterFirst = (text: string, sign: string) => text.slice(0, 1) + sign + text.slice(1)
const fullwidth = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))

type Oddity = (good: string) => string

/** What a reader takes for the good text. */
const SAME_READING: Readonly<Record<string, Oddity>> = {
  "blanks around it": (good) => `  ${good}  `,
  "non-breaking spaces around it": (good) => `\u00a0${good}\u00a0`,
  "a zero-width space in it": (good) => afterFirst(good, "\u200b"),
  "a soft hyphen in it": (good) => afterFirst(good, "\u00ad"),
  "turned around": (good) => `\u202e${good}\u202c`,
  "marks of direction": (good) => `\u200e${good}\u200f`,
  "control characters": (good) => `\u0007${good}\0\u001f`,
  "a byte order mark": (good) => `\ufeff${good}`,
  "an end of line": (good) => `${good}\r\n`,
}

export const ODD_TEXTS: Readonly<Record<string, Oddity>> = {
  "as expected": (good) => good,
  ...SAME_READING,
  "fullwidth digits": fullwidth,
  "nothing that is seen": () => "\u200b\u3164\u00ad\u2060",
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
  "a whole book": () => "Quince".repeat(1_000),
  thousands: () => "1,200",
  "a decimal comma": () => "1,50",
  dollars: () => "$ 3.50",
}

type Pool = { query(sql: string): Promise<{ rows: Record<string, string>[] }> }

/** The texts of the database with a quince in them that hold what no reader sees, each with its column. */
export async function unreadableTexts(pool: Pool): Promise<(readonly [string, string])[]> {
  const columns = await pool.query(`
    select table_name, column_name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'text'`)
  const parts = columns.rows.map(
    ({ table_name: table, column_name: column }) =>
      `select '${table}.${column}' as at, "${column}" as text from "${table}" where "${column}" ilike '%quince%'`,
  )
  const { rows } = await pool.query(parts.join(" union "))
  return rows.flatMap(({ at, text }) => (isReadable(text!) ? [] : [[at!, text!] as const]))
}

const isReadable = (text: string) =>
  text === text.trim() &&
  text === text.normalize("NFC") &&
  !/[\u00a0\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u3164\ufeff]|[^\P{Cc}\n]/u.test(text)
