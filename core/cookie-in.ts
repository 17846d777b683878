/** A cookie of a request as it was sent, still encoded; the first of that name. */
export function cookieIn(headers: Headers, name: string): string | undefined {
  return headers
    .get("cookie")
    ?.split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}
