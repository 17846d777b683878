/** The migrated, empty database that every test's own one is a copy of. */
export const TEMPLATE = "pushcart_template"
/** A template with the zip table, for searching and addresses. */
export const ZIPS_TEMPLATE = "pushcart_template_zips"
