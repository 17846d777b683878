/** For ILIKE: whatever contains this text, whose own % and _ mean themselves. */
export const containing = (text: string): string => `%${text.replace(/[%_\\]/g, "\\$&")}%`
