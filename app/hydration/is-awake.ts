/** Whether React has the page: not on the server, and not yet while it takes the server's page over. */
export const isAwake = () => typeof document !== "undefined" && "hydrated" in document.documentElement.dataset
