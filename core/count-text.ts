/** "1 item", "3 items": a count beside a word whose plural adds an s. */
export const countText = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`
