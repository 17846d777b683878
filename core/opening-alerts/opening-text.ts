/** What is told of a market that takes orders again. */
export const openingText = (marketName: string): string => `${marketName} is taking orders again.`
