import type { z } from "zod"

/**
 * One of our cookies, for the whole site, which other sites' requests do not send. Not implemented with a package:
 * pages, the API and the page script share this file, and with the cookie package the script was 3.8 kB, over its limit
 * of 3 kB.
 */
export type Cookie<Value> = {
  /** Returns the value in a request's headers; null if there is none that can be read. */
  read(from: Headers): Value | null
  /** Returns the Set-Cookie value. `secure`: never over plain HTTP. */
  write(value: Value, secure?: boolean): string
  /** Returns the Set-Cookie value that deletes the cookie. */
  clear(secure?: boolean): string
}

/**
 * Plain text that scripts may read: the specification's cookies. The cookies of our page scripts are in
 * app/page-cookies.ts.
 */
export const plainCookie = (name: string, maxAgeSeconds?: number): Cookie<string> =>
  cookie<string>({ name, maxAgeSeconds, encode: encodeURIComponent, decode: decodeURIComponent })

/** A random or signed text of letters, digits, dots, dashes and underscores, not readable by scripts. */
export const tokenCookie = (name: string, maxAgeSeconds: number): Cookie<string> =>
  cookie({ name, maxAgeSeconds, httpOnly: true, encode: (text) => text, decode: (text) => text })

/**
 * Data that a page leaves for the next one, not readable by scripts: base64 of JSON. A value that does not match the
 * schema reads as null.
 */
export const jsonCookie = <S extends z.ZodType>(
  name: string,
  schema: S,
  maxAgeSeconds: number,
): Cookie<z.output<S>> =>
  cookie({
    name,
    maxAgeSeconds,
    httpOnly: true,
    encode: (value) => Buffer.from(JSON.stringify(value)).toString("base64url"),
    decode: (text) => schema.parse(JSON.parse(Buffer.from(text, "base64url").toString())),
  })

type Kind<Value> = {
  name: string
  maxAgeSeconds: number | undefined
  httpOnly?: boolean
  encode(value: Value): string
  decode(text: string): Value
}

const cookie = <Value>({ name, maxAgeSeconds, httpOnly, encode, decode }: Kind<Value>): Cookie<Value> => ({
  read(from) {
    const sent = cookieIn(from, name)
    if (!sent) return null
    try {
      return decode(sent)
    } catch {
      return null
    }
  },
  write: (value, secure) => cookieText(name, encode(value), { maxAgeSeconds, httpOnly, secure }),
  clear: (secure) => cookieText(name, "", { maxAgeSeconds: 0, httpOnly, secure }),
})

type Attributes = {
  maxAgeSeconds?: number | undefined
  httpOnly?: boolean | undefined
  secure?: boolean | undefined
}

/**
 * Returns the text for a Set-Cookie header or `document.cookie`, for an encoded value. Without an age the cookie ends
 * with the browser.
 */
export function cookieText(name: string, value: string, attributes: Attributes): string {
  const { maxAgeSeconds, httpOnly, secure } = attributes
  const maxAge = maxAgeSeconds === undefined ? "" : `; Max-Age=${maxAgeSeconds}`
  return `${name}=${value}; Path=/${maxAge}${httpOnly ? "; HttpOnly" : ""}; SameSite=Lax${secure ? "; Secure" : ""}`
}

/** Returns the value of the first cookie of that name, still encoded. */
export function cookieIn(from: Headers | string, name: string): string | undefined {
  const sent = typeof from === "string" ? from : (from.get("cookie") ?? "")
  const pair = sent.split(/; */).find((one) => one.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

/** Adds `Secure` to a Set-Cookie value that lacks it, so that the cookie is never sent over plain HTTP. */
export const asSecure = (setCookie: string): string =>
  /;\s*secure/i.test(setCookie) ? setCookie : `${setCookie}; Secure`
