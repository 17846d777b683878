/** A time-ordered id (uuidv7) as the database makes them, for rows that others name before it has answered. */
export const newId = (): string => Bun.randomUUIDv7()
