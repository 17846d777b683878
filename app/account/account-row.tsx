import type { ReactNode } from "react"
import { Icon, type IconName } from "#app/ui/icon.tsx"
import { Link } from "#app/ui/link.tsx"

type Props = {
  icon: IconName
  label: string
  /** The value of `?edit=` that opens the form. Without it, the row has no link. */
  edit?: string
  /** The id of the section that the form is in. */
  section: string
  word?: string
  children: ReactNode
}

/** One fact, with a link that opens the form to change it. */
export function AccountRow({ icon, label, edit, section, word = "Change", children }: Props) {
  return (
    <div className="account-row">
      <Icon name={icon} />
      <div className="account-fact">
        <span className="hint">{label}</span>
        <div>{children}</div>
      </div>
      {edit && (
        <EditLink to={`${edit}#${section}`}>
          <span>{word}</span>
          <span className="sr-only">{` ${label.toLowerCase()}`}</span>
        </EditLink>
      )}
    </div>
  )
}

export const EditLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={`/account?edit=${to}`} className="text-link account-edit" preventScrollReset>
    {children}
  </Link>
)

/** The Cancel link below every form that opened in place of a row. */
export const KeepAsItIs = ({ section }: { section: string }) => (
  <Link to={`/account#${section}`} className="text-link" preventScrollReset>
    Cancel
  </Link>
)
