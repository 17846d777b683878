const SHORT_WORDS: Readonly<Record<string, string>> = { saint: "st", sainte: "ste", mount: "mt", fort: "ft" }

/**
 * A key that is equal for all spellings of a city's name: "Winston-Salem" and "winston salem", "Port Saint Lucie" and
 * "Port St. Lucie", "San José" and "San Jose", "O’Fallon" and "O Fallon". No two cities of a state share a key by
 * accident.
 */
export const cityKey = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/[\p{M}.'’‘ʻʼ´`]/gu, "")
    .toLowerCase()
    .split(/[\s\p{Pd}]+/u)
    .map((word) => SHORT_WORDS[word] ?? word)
    .join("")
