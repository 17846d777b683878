import "./market.css"
import type { ReactNode } from "react"
import type { Elements } from "#app/ui/elements.ts"
import { Link } from "#app/ui/link.tsx"

type Props = {
  /** Names the row in the address: `?edit=phone#phone` opens its form. */
  name: string
  label: string
  value: ReactNode
  /** What is to be said about the value: a change that waits, for instance. */
  note?: Elements
  isEdited: boolean
  /** The form that takes the value's place. */
  form: Elements
  /** What its link edits, where the label is a name. */
  editWords?: string
  /** The link in full, where it is no "Edit". */
  linkText?: string
  className?: string
}

/** One fact of the market, as it is now; its form opens in its place, by a link. */
export function FactRow({
  name,
  label,
  value,
  note,
  isEdited,
  form,
  editWords = label.toLowerCase(),
  linkText,
  className = "",
}: Props) {
  return (
    <div className={`fact-row ${className}`} id={name}>
      <h3 className="fact-label">{label}</h3>
      <div className="stack fact-value">
        {isEdited ? form : <div>{value || <span className="soft">Not given</span>}</div>}
        {note}
      </div>
      {!isEdited && (
        <Link className="text-link fact-edit" to={`/my-market?edit=${name}#${name}`}>
          <span>{linkText ?? "Edit"}</span>
          {!linkText && <span className="sr-only">{` ${editWords}`}</span>}
        </Link>
      )}
    </div>
  )
}
