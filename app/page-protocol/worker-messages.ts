/**
 * Messages from the service worker to the open page. In a separate file, since a worker has neither window nor
 * document.
 */

/** A link was followed without a network; the page stays open. */
export const OFFLINE = "pushcart:offline"
