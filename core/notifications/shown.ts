/** How many lines the notifications menu, and the API's list, hold. */
export const NOTIFICATIONS_SHOWN = 50
