import { isRouteErrorResponse, useRouteError } from "react-router"
import { BROKEN_WORDS, ERROR_WORDS } from "../error-words.ts"
import { LinkButton } from "./button.tsx"

/** The error page. It never shows the error's own message, which is for the log. */
export function ErrorPage() {
  const error = useRouteError()
  const { status, title, text } = wordsOfError(error)
  const requestId = requestIdOf(error)
  return (
    <section className="empty" style={{ marginTop: "4vh" }}>
      <p className="pill pill-butter">{status}</p>
      <h1>{title}</h1>
      <p className="soft">{text}</p>
      {requestId && (
        <p className="soft">
          <span>{BROKEN_WORDS.number}</span> <code style={{ overflowWrap: "anywhere" }}>{requestId}</code>
        </p>
      )}
      <LinkButton to="/home" reloadDocument>
        See the markets
      </LinkButton>
    </section>
  )
}

/** A server error has the request's id as its data; the log lines of the request have the same id. */
const requestIdOf = (error: unknown): string | undefined =>
  isRouteErrorResponse(error) && error.status >= 500 ? String(error.data) || undefined : undefined

/** Returns the error page's title and text; the layout takes the page's title from here. */
export function wordsOfError(error: unknown) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  return { status, ...(ERROR_WORDS[status] ?? BROKEN_WORDS) }
}
