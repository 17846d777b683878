/**
 * A time-ordered id (uuidv7) like those of the database, for rows that other rows refer to before they are inserted.
 */
export const newId = (): string => Bun.randomUUIDv7()
