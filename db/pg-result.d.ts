declare module "pg/lib/result.js" {
  /** What a statement answered, as pg hands it out. */
  export default class Result {
    /** @param types How a column's text is read, where it is not read as always. */
    constructor(rowMode: string | undefined, types: unknown)
    addFields(fields: unknown): void
    parseRow(row: unknown): unknown
    addRow(row: unknown): void
    addCommandComplete(message: unknown): void
  }
}
