declare module "pg/lib/utils.js" {
  const utils: {
    /** A value as PostgreSQL's text format has it; bytes stay as they are. */
    prepareValue(value: unknown): string | Buffer | null
  }
  export default utils
}
