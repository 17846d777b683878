import "./market.css"
import type { ReactNode } from "react"
import type { Elements } from "#app/ui/elements.ts"
import { Link } from "#app/ui/link.tsx"

type Props = {
  /** The row's name in the URL: `?edit=phone#phone` opens its form. */
  name: string
  label: string
  value: ReactNode
  /** A note on the value: a waiting change, for instance. */
  note?: Elements
  isEdited: boolean
  /** The form that replaces the value. */
  form: Elements
  /** The text of the edit link, if the label is a name. */
  editWords?: string
  /** The link's full text, if it does not begin with "Edit". */
  linkText?: string
  className?: string
}

/** One fact of the market with its current value; a link opens its form in place. */
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
