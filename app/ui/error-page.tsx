import { isRouteErrorResponse, useRouteError } from "react-router"
import { BROKEN_WORDS, ERROR_WORDS } from "../error-words.ts"
import { LinkButton } from "./button.tsx"

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

/** What a broken page says; the layout takes its title from here. */
export function wordsOfError(error: unknown) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  return { status, ...(ERROR_WORDS[status] ?? BROKEN_WORDS) }
}
