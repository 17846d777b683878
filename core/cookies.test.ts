import { expect, it } from "vitest"
import { z } from "zod"
import { asSecure, cookieIn, jsonCookie, plainCookie, tokenCookie } from "./cookies.ts"

const sent = (cookies: string) => new Headers({ cookie: cookies })
const pair = (cookie: string) => cookie.split(";")[0] ?? ""

it("is written with its attributes: scripts read plain ones alone", { tags: ["SEC-60"] }, () => {
  expect(plainCookie("letsee", 28_800).write("a1")).toBe("letsee=a1; Path=/; Max-Age=28800; SameSite=Lax")
  expect(plainCookie("location").write("true")).toBe("location=true; Path=/; SameSite=Lax")
  expect(tokenCookie("draft", 60).write("s-_", true)).toBe(
    "draft=s-_; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
  )
  expect(jsonCookie("flash", z.string(), 60).write("é")).toBe(
    "flash=IsOpIg; Path=/; Max-Age=60; HttpOnly; SameSite=Lax",
  )
  expect(jsonCookie("flash", z.string(), 60).clear()).toBe(
    "flash=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
  )
})

it("is read as it was written, whatever is in it", { tags: ["SEC-60"] }, () => {
  const text = 'Portland, ME; "x" = 1 % é 🥕'
  const plain = plainCookie("place")
  expect(plain.read(sent(`a=1; ${pair(plain.write(text))}; b=2`))).toBe(text)
  const json = jsonCookie("typed", z.object({ text: z.string() }), 60)
  expect(json.read(sent(pair(json.write({ text }))))).toEqual({ text })
})

it("is none where it cannot be read: of another version, broken, or another cookie's end", {
  tags: ["SEC-60"],
}, () => {
  const json = jsonCookie("typed", z.object({ text: z.string() }), 60)
  for (const value of ["", "%7B%7D", "e30", "bnVsbA", "%%%", "Ik"])
    expect(json.read(sent(`typed=${value}`))).toBeNull()
  expect(plainCookie("place").read(sent("place=%E0%A4%A"))).toBeNull()
  expect(plainCookie("see").read(sent("letsee=a1"))).toBeNull()
  expect(plainCookie("see").read(new Headers())).toBeNull()
})

it("is secured as it is, once", { tags: ["SEC-60"] }, () => {
  expect(asSecure("a=%41; Path=/")).toBe("a=%41; Path=/; Secure")
  expect(asSecure("a=1;secure; Path=/")).toBe("a=1;secure; Path=/")
})

it("leaves another's as it was sent, and takes the first of a name", { tags: ["SEC-60"] }, () => {
  for (const from of ["pushcart=a.b%3D; pushcart=c", sent("pushcart=a.b%3D;pushcart=c")])
    expect(cookieIn(from, "pushcart")).toBe("a.b%3D")
})
