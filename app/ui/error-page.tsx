import { isRouteErrorResponse, useRouteError } from "react-router"
import { LinkButton } from "./button.tsx"

const PAGES: Record<number, { title: string; text: string }> = {
  403: {
    title: "This page is not yours to open",
    text: "Sign in with the account it belongs to, then try again.",
  },
  404: {
    title: "Nobody has a stall here",
    text: "The page may have moved, or the address has a typo. The markets are where they always were.",
  },
  429: { title: "That was a lot at once", text: "Wait a minute, then try again." },
}
const BROKEN = {
  title: "Something fell off the cart",
  text: "It is our fault, not yours, and nothing you did is lost or charged twice. Try again in a moment.",
}

/** What a broken page says; the frame takes its title from here. */
export function wordsOfError(error: unknown) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  return { status, ...(PAGES[status] ?? BROKEN) }
}

/** What the person reads when a page cannot be shown. Never the error's own words: those are for the log. */
export function ErrorPage() {
  const { status, title, text } = wordsOfError(useRouteError())
  return (
    <section className="empty" style={{ marginTop: "4vh" }}>
      <p className="pill pill-butter">{status}</p>
      <h1>{title}</h1>
      <p className="soft">{text}</p>
      <LinkButton to="/home" reloadDocument>
        See the markets
      </LinkButton>
    </section>
  )
}
