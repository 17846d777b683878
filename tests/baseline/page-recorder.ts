import { readPage } from "./read-page.ts"
import type { Entry } from "./recorded-text.ts"
import type { Answer, Visitor } from "./visitor.ts"

/** Collects the page visits and sent forms of a recording in order. */
export function pageRecorder() {
  const entries: Entry[] = []
  let lastHeader = ""
  let lastFooter = ""
  const pageText = (answer: Answer) => {
    if (!/html/.test(answer.headers.get("content-type") ?? "")) return answer.text.slice(0, 2000)
    const text = readPage(answer.text)
    const page = text.includes("<header>") ? withoutLayout(text) : text
    return page
  }

  /**
   * Replaces a header or footer that is the same as on the previous page, so that it is recorded only when it changes.
   */
  function withoutLayout(text: string): string {
    const header = between(text, "<header>", "</header>")
    const footer = between(text, "<footer>", "</footer>")
    const shorter = header === lastHeader ? text.replace(header, "<header> as before </header>") : text
    lastHeader = header
    if (!footer || footer !== lastFooter) {
      lastFooter = footer || lastFooter
      return shorter
    }
    return shorter.replace(footer, "<footer> as before </footer>")
  }

  function add(title: string, answer: Answer): Answer {
    entries.push({ title, answer, body: pageText(answer) })
    return answer
  }
  return {
    entries,
    add,
    async visit(visitor: Visitor, paths: readonly string[], who = ""): Promise<void> {
      for (const path of paths) add(`${who}GET ${path}`, await visitor.get(path))
    },
    async post(visitor: Visitor, path: string, fields: Record<string, string>, note = ""): Promise<Answer> {
      const sent = Object.entries(fields).map(([name, value]) => `${name}=${value}`)
      return add(
        `POST ${path} ${sent.join(" & ")}${note ? ` (${note})` : ""}`,
        await visitor.post(path, fields),
      )
    },
  }
}
export type PageRecorder = ReturnType<typeof pageRecorder>

function between(text: string, start: string, end: string): string {
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  return from < 0 || to < 0 ? "" : text.slice(from, to + end.length)
}
