import { useSearchParams } from "react-router"
import { LinkButton } from "#app/ui/button.tsx"
import { Icon } from "#app/ui/icon.tsx"

/** The address's parameter that opens the form to offer a replacement for a line. */
export const REPLACE_PARAM = "replace"

/** The address of the page with that form for a line, or without it. */
export function useReplaceAddress(lineId: string | null): string {
  const params = new URLSearchParams(useSearchParams()[0])
  if (lineId) params.set(REPLACE_PARAM, lineId)
  else params.delete(REPLACE_PARAM)
  return `/pack-order?${params}${lineId ? `#line-${lineId}` : ""}`
}

type Props = { line: { id: string; name: string }; kind: "leaf" | "plain"; text: string }

/** Opens the form to offer a replacement. */
export function ReplaceLink({ line, kind, text }: Props) {
  return (
    <LinkButton
      kind={kind}
      to={useReplaceAddress(line.id)}
      preventScrollReset
      replace
      aria-label={`${text}: ${line.name}`}
    >
      <Icon name="swap" /> <span>{text}</span>
    </LinkButton>
  )
}
