const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text from outside can be one of our ids. Any other text is not found, without a query. */
export const isId = (text: unknown): text is string => typeof text === "string" && UUID.test(text)
