/**
 * Opens the person's room after load and idle. Room messages go on as `pushcart:live` events and counts as
 * `pushcart:badges`, so a page need not be React's to be live, and there is one socket a page.
 */
export function openRoom(role: string) {
  document.documentElement.dataset.room = role
}
