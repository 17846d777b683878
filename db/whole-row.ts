/**
 * A row to insert that names every column of its table except those in `Later`, which later commands write. Drizzle
 * accepts a row without its optional columns, so a column that is added later would silently be left out of a copy.
 * With this type the copy does not compile until it has the column, or the column is in `Later`. `undefined` means the
 * column's default.
 */
export type Whole<Row, Later extends keyof Row = never> = {
  [Column in keyof Omit<Required<Row>, Later>]: Row[Column & keyof Row]
}
