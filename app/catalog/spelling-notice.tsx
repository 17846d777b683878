import { Link } from "#app/ui/link.tsx"
import { Notice } from "#app/ui/states.tsx"
import type { SearchedWords } from "#core/search/search-text.ts"

/** Where a word was taken for another one, with the way back: `exactly` is the address that looks for what was typed. */
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
