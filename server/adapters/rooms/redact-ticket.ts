/** A room's ticket stands in its URL: every log of a URL passes through here. */
export function redactTicket(url: string): string {
  return url.replace(/([?&]ticket=)[^&#\s]*/g, "$1…")
}
