/** React shows its error page; the page script, which may be of another build, tells the server. */
export const BROKEN_PAGE = "pushcart:broken"
