import type { ReactNode } from "react"
import { Icon, type IconName } from "#app/ui/icon.tsx"
import { Link } from "#app/ui/link.tsx"

type Props = {
  icon: IconName
  label: string
  /** What the link opens: `?edit=` and its word. Nothing where it cannot be changed here. */
  edit?: string
  /** Where on the page the form is. */
  section: string
  word?: string
  children: ReactNode
}

/** A fact that is read first, with one link to change it. */
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

/** Below every form that opened in place. */
export const KeepAsItIs = ({ section }: { section: string }) => (
  <Link to={`/account#${section}`} className="text-link" preventScrollReset>
    Cancel
  </Link>
)
