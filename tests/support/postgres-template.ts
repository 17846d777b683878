/** The migrated, empty database that every test's database is copied from. */
export const TEMPLATE = "pushcart_template"
/** A template with the ZIP code table, for searches and addresses. */
export const ZIPS_TEMPLATE = "pushcart_template_zips"
