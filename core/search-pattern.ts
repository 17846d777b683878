/** For ILIKE: whatever contains this text, whose own % and _ mean themselves. NUL, which no text here has, is left out. */
export const containing = (text: string): string =>
  `%${text.replaceAll("\0", "").replace(/[%_\\]/g, "\\$&")}%`
