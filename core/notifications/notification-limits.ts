/** The number of lines in the notifications menu and in the API's list. */
export const NOTIFICATIONS_SHOWN = 50
