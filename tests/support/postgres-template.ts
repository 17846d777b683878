/** The migrated, empty database that every test's own one is a copy of. */
export const TEMPLATE = "pushcart_template"
