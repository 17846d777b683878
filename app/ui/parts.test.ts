import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createMemoryRouter, RouterProvider } from "react-router"
import { expect, it } from "vitest"
import { instantText } from "#core/calendar/instant-text.ts"
import { dialogHref } from "./dialog.tsx"
import { flash, readFlash } from "./flash.ts"
import { imageSet, imageUrl } from "./image-files.ts"
import { sortRows } from "./ledger.tsx"
import { badgeText } from "./nav/count-badge.tsx"
import { toastHtml } from "./toast.ts"
import { Pagination, pageNumbers } from "./wayfinding.tsx"

it("numbers pages with the first, the last and two neighbors, and no gap of one", {
  tags: ["NAV-14"],
}, () => {
  expect(pageNumbers(1, 3)).toEqual([1, 2, 3])
  expect(pageNumbers(5, 12)).toEqual([1, 2, 3, 4, 5, 6, 7, null, 12])
  expect(pageNumbers(8, 17)).toEqual([1, null, 6, 7, 8, 9, 10, null, 17])
  expect(pageNumbers(12, 12)).toEqual([1, null, 10, 11, 12])
})

it("calls no page the last where there are more than were counted", { tags: ["NAV-14"] }, () => {
  const words = (props: { page: number; pages: number; more: boolean }) => {
    const router = createMemoryRouter([{ path: "/", element: createElement(Pagination, props) }])
    return renderToStaticMarkup(createElement(RouterProvider, { router }))
      .replace(/<form.*/, "")
      .replace(/<[^>]+>/g, " ")
      .trim()
      .split(/\s+/)
  }
  expect(words({ page: 1, pages: 4, more: false })).toEqual(["1", "2", "3", "4", "Next"])
  expect(words({ page: 1, pages: 11, more: true })).toEqual(["1", "2", "3", "…", "Next"])
})

it("sorts a ledger by figures as figures, texts as people count, and leaves unknowns last either way", {
  tags: ["A11Y-9"],
}, () => {
  const columns = [
    { key: "name", label: "", cell: () => "", sort: (row: { name: string }) => row.name },
    { key: "cents", label: "", cell: () => "", sort: (row: { cents: number | null }) => row.cents },
  ]
  const rows = [
    { name: "Stall 10", cents: 900 },
    { name: "Stall 9", cents: null },
    { name: "stall 1", cents: 10_000 },
  ]
  const names = (wanted: string) => sortRows(rows, columns, wanted).map(({ name }) => name)
  expect(names("name")).toEqual(["stall 1", "Stall 9", "Stall 10"])
  expect(names("cents")).toEqual(["Stall 10", "stall 1", "Stall 9"])
  expect(names("-cents")).toEqual(["stall 1", "Stall 10", "Stall 9"])
  expect(names("nonsense")).toEqual(["Stall 10", "Stall 9", "stall 1"])
})

it("carries a toast over a redirect in a cookie, whatever its text", { tags: ["NAV-11"] }, () => {
  const text = 'Saved; "5 = five", <b>é</b> 🧺'
  const cookie = flash(text, "error")["Set-Cookie"].split(";")[0] ?? ""
  const request = (headers: HeadersInit) => new Request("http://x/", { headers })
  expect(readFlash(request({ Cookie: `a=b; ${cookie}` }))).toEqual([{ text, kind: "error" }])
  expect(readFlash(request({ Cookie: "flash=%7Bnonsense" }))).toEqual([])
  expect(readFlash(request({ Cookie: "flash=%E0%A4%A" }))).toEqual([])
  expect(readFlash(request({ Cookie: cookie, "Sec-Purpose": "prefetch" }))).toEqual([])
})

it("never lets a toast's text become markup", { tags: ["NAV-11"] }, () => {
  expect(toastHtml({ text: '<img src=x onerror="a">', kind: "good" })).not.toMatch(/<img|onerror="/)
  const link = { to: '/cart?"><img', label: "<img src=x>" }
  expect(toastHtml({ text: "Kale", kind: "good", link })).not.toContain("<img")
})

it("leads from a toast into this site only, whatever the cookie says", { tags: ["NAV-11"] }, () => {
  const shown = (to: string) => {
    const cookie = flash("Kale ×1", "good", { to, label: "View cart" })["Set-Cookie"].split(";")[0] ?? ""
    return readFlash(new Request("http://site.test/", { headers: { cookie } }))
  }
  expect(shown("/shopping-cart")).toMatchObject([{ link: { to: "/shopping-cart" } }])
  for (const to of ["https://evil.example", "//evil.example", "javascript:alert(1)"])
    expect(shown(to)).toEqual([])
})

it("writes dates as March 5, 2024 on the market's own calendar", { tags: ["CATALOG-12"] }, () => {
  expect(instantText(new Date("2024-03-05T12:00:00Z"))).toBe("March 5, 2024")
  expect(instantText(new Date("2024-03-05T05:00:00Z"), "America/Los_Angeles")).toBe("March 4, 2024")
})

it("shows no badge for nothing and no more than two digits", { tags: ["NAV-7"] }, () => {
  expect([0, 1, 99, 100].map(badgeText)).toEqual(["", "1", "99", "99+"])
})

it("opens and closes a dialog without losing the rest of the address", { tags: ["NAV-15"] }, () => {
  expect(dialogHref("?zip=10001&page=2", "sign-in")).toBe("?zip=10001&page=2&dialog=sign-in")
  expect(dialogHref("?zip=10001&dialog=sign-in", null)).toBe("?zip=10001")
  const opened = dialogHref("?zip=10001", "sign-in", "market-7")
  expect(opened).toBe("?zip=10001&dialog=sign-in&at=market-7#market-7")
  expect(dialogHref(opened.split("#")[0]!, null)).toBe("?zip=10001#market-7")
  expect(dialogHref("?dialog=sign-in&at=market-7", null)).toBe("#market-7")
  expect(dialogHref("?dialog=sign-in&at=%22%3E", null)).toBe("?")
})

it("escapes the names that make a picture's address", { tags: ["IMAGE-12"] }, () => {
  expect(imageUrl({ container: "a b", name: "../x?y.jpg" }, 320, "avif")).toBe(
    "/images/a%20b/..%2Fx%3Fy.jpg?w=320&f=avif",
  )
})

it("names only pictures that are drawn in that very width, and on a card only light ones", {
  tags: ["IMAGE-5"],
}, () => {
  const image = { container: "products", name: "melon" }
  const widths = (set: string) => [...set.matchAll(/w=(\d+)&f=avif (\S+?)(,|$)/g)].map(([, w, as]) => [w, as])
  expect(widths(imageSet(image, { width: 80 }, "avif"))).toEqual([
    ["96", "1x"],
    ["192", "2x"],
  ])
  const tile = imageSet(image, { width: 270, sizes: "50vw" }, "avif")
  expect(widths(tile)).toEqual(["192", "288", "384"].map((width) => [width, `${width}w`]))
  const gallery = { width: 560, sizes: "100vw" }
  const all = ["192", "288", "384", "576", "768", "1200"].map((width) => [width, `${width}w`])
  expect(widths(imageSet(image, gallery, "avif"))).toEqual(all)
})
