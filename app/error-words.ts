/** The title and text of the error page, by status code. */
export const ERROR_WORDS: Record<number, { title: string; text: string }> = {
  400: { title: "We couldn't read that", text: "Go back and send the form again." },
  403: {
    title: "You can't open this page",
    text: "Sign in with the account it belongs to, then try again.",
  },
  404: {
    title: "Nobody has a stall here",
    text: "The page may have moved, or the address has a typo. The markets are where they always were.",
  },
  429: { title: "That was a lot at once", text: "Wait a minute, then try again." },
}

/** The words for an error on our side, shared by the error page and the server's plain fallback. */
export const BROKEN_WORDS = {
  title: "Something fell off the cart",
  text: "This is a problem on our side. Nothing you did was lost or charged twice. Try again in a moment.",
  /** Text that precedes the request's id. */
  number: "If it happens again, tell us this number:",
}
