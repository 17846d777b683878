import { renderToStaticMarkup } from "react-dom/server"
import { MemoryRouter, Link as RouterLink } from "react-router"
import { expect, it } from "vitest"
import { AnchorLink } from "./link.tsx"

const PLACES = ["/", "/home", "/view-product?product=1", "/pay/begin", "/home/"]
const TARGETS = [
  "/faq",
  "/pay/begin",
  "/market-info?market=1&category=Ice%20Cream",
  "/a#b",
  "?",
  "?page=2",
].concat([
  "",
  ".",
  "..",
  "/",
  "//evil.test",
  "/a/../b",
  "/a/",
  "faq",
  "#top",
  "https://a.test/b",
  "mailto:a@b.test",
])

it("draws the anchor that React Router would draw, from every place to every kind of address", {
  tags: ["NAV-16"],
}, () => {
  for (const place of PLACES)
    for (const to of TARGETS) {
      const props = {
        to,
        className: "text-link",
        children: "There",
        replace: true,
        defaultShouldRevalidate: false,
      }
      const drawn = [AnchorLink, RouterLink].map((Drawing) =>
        sorted(
          renderToStaticMarkup(
            <MemoryRouter initialEntries={[place]}>
              <Drawing {...props} />
            </MemoryRouter>,
          ),
        ),
      )
      expect(drawn[0], `${place} to ${to}`).toEqual(drawn[1])
    }
})

/** Ignores the order of attributes. */
const sorted = (html: string) =>
  html
    .replace(/^<a |>There<\/a>$/g, "")
    .split(/ (?=[\w-]+=)/)
    .sort()
