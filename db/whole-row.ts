/**
 * A row to insert that names every column of its table but those in `Later`, which are written by later moves. Drizzle
 * takes a row without its optional columns, so that a column added later would be left out of a copy in silence; here
 * it does not compile until it is copied or put among the later ones. `undefined` means the column's default.
 */
export type Whole<Row, Later extends keyof Row = never> = {
  [Column in keyof Omit<Required<Row>, Later>]: Row[Column & keyof Row]
}
