import { Link } from "#app/ui/link.tsx"
import { Notice } from "#app/ui/states.tsx"
import type { SearchedWords } from "#core/search/search-text.ts"

/** Tells the customer that a search word was corrected; `exactly` is the URL that searches for the words as typed. */
export function SpellingNotice({ words, exactly }: { words: SearchedWords; exactly: string }) {
  if (!words.correctedTo) return null
  return (
    <Notice kind="info" role="status">
      <p className="split">
        <span>
          We looked for <b>{words.correctedTo}</b>
          <span>{`. You typed “${words.typed}”.`}</span>
        </span>
        <Link className="text-link" to={exactly}>
          {`Search for “${words.typed}” instead`}
        </Link>
      </p>
    </Notice>
  )
}
