import { useLocation } from "react-router"
import type { NotificationItem } from "#app/context.ts"
import { LinkButton } from "#app/ui/button.tsx"
import { Icon, Logo } from "#app/ui/icon.tsx"
import { Link } from "#app/ui/link.tsx"
import type { Role } from "#core/identity/roles.ts"
import { CountBadge } from "./count-badge.tsx"
import { initials, navRules } from "./nav-rules.ts"
import { NotificationsMenu } from "./notifications-menu.tsx"

export type NavBarProps = {
  role: Role | null
  name: string
  email: string
  cartCount: number
  unseenCount: number
  notifications: NotificationItem[]
}

const LINKS = [
  { label: "Home", to: "/Welcome" },
  { label: "About", to: "/about" },
  { label: "FAQ", to: "/faq" },
]

export function NavBar({ role, name, email, cartCount, unseenCount, notifications }: NavBarProps) {
  const { pathname } = useLocation()
  const rules = navRules(role, pathname)
  return (
    <header className="nav">
      <Link to="/Welcome" className="logo" aria-label="Pushcart">
        <Logo />
        <span className="display">Pushcart</span>
      </Link>
      <nav className="nav-links" aria-label="Main">
        {LINKS.map(({ label, to }) => (
          <Link key={to} to={to} aria-current={to === pathname ? "page" : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <div className="nav-end">
        {rules.cart && (
          <Link to="/shopping-cart" className="round">
            <Icon name="cart" />
            <span className="sr-only">Shopping cart </span>
            <CountBadge of="cart" count={cartCount} />
          </Link>
        )}
        {rules.notifications && <NotificationsMenu items={notifications} unseen={unseenCount} />}
        {rules.gettingStarted && (
          <LinkButton to="/login" small>
            Getting Started
          </LinkButton>
        )}
        {rules.logout && (
          <SignOut role={role} className="btn btn-plain btn-small">
            Logout
          </SignOut>
        )}
        {rules.menu ? (
          <details className="menu">
            <summary className="round">
              {initials(name) ? <span aria-hidden="true">{initials(name)}</span> : <Icon name="person" />}
              <span className="sr-only">Your menu</span>
            </summary>
            <div className="menu-list">
              {email && <p className="menu-who">{email}</p>}
              {rules.menu.map(({ label, to }) => (
                <Link key={to} to={to}>
                  {label}
                </Link>
              ))}
              <SiteLinks />
              <hr />
              <SignOut role={role}>Sign out</SignOut>
            </div>
          </details>
        ) : (
          <details className="menu on-phone">
            <summary className="round">
              <Icon name="menu" />
              <span className="sr-only">Menu</span>
            </summary>
            <div className="menu-list">
              {LINKS.map(({ label, to }) => (
                <Link key={to} to={to}>
                  {label}
                </Link>
              ))}
              {role === null && <Link to="/login">Log in</Link>}
            </div>
          </details>
        )}
      </div>
    </header>
  )
}

/** The three site links, which a phone shows in the person's menu. */
function SiteLinks() {
  return (
    <div className="on-phone">
      <hr />
      {LINKS.map(({ label, to }) => (
        <Link key={to} to={to}>
          {label}
        </Link>
      ))}
    </div>
  )
}

/**
 * A plain form, not React Router's: nothing of the old session may remain in the page. It contains the role, because a
 * second click finds no session from which to determine the redirect.
 */
function SignOut(props: { role: Role | null; children: string; className?: string }) {
  return (
    <form method="post" action="/logout">
      <input type="hidden" name="role" value={props.role ?? ""} />
      <button type="submit" className={props.className}>
        {props.children}
      </button>
    </form>
  )
}
