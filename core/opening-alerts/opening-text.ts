/** The text of the notification that a market takes orders again. */
export const openingText = (marketName: string): string => `${marketName} is taking orders again.`
