/** What the service worker posts to the open page. A file of its own, since a worker has neither window nor document. */

/** A link was followed without a network, and the page stays. */
export const OFFLINE = "pushcart:offline"
