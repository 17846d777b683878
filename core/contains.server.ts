import { type SQL, type SQLWrapper, sql } from "drizzle-orm"

/**
 * Whether a text contains what was typed, regardless of case, accents and apostrophes: "O’Brien" contains "o'b" and
 * "obri". A typed % or _ means itself; NUL, which no text here has, is left out.
 */
export function contains(text: SQLWrapper, typed: string): SQL {
  const pattern = `%${typed.replaceAll("\0", "").replace(/[%_\\]/g, "\\$&")}%`
  return sql`${folded(text)} ilike (select ${folded(sql`${pattern}::text`)})`
}

/**
 * unaccent turns the typographic apostrophes of phones into straight ones; it leaves accents that are separate
 * characters.
 */
const folded = (text: SQLWrapper) => sql`translate(unaccent(${text}), '''´\`', '')`
