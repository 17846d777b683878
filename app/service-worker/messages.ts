/** From the service worker to the open page: a link was followed without a network, and the page stays. */
export const OFFLINE = "pushcart:offline"
