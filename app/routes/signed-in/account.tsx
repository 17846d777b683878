import "#app/account/account.css"
import { accountAction } from "#app/account/account-action.ts"
import { AddressesSection } from "#app/account/addresses-section.tsx"
import { CardsSection } from "#app/account/cards-section.tsx"
import { ChoicesSection } from "#app/account/choices-section.tsx"
import { DataSection } from "#app/account/data-section.tsx"
import { DevicesSection } from "#app/account/devices-section.tsx"
import { EmailText } from "#app/account/email-text.tsx"
import { loadAccount } from "#app/account/load-account.ts"
import { SessionsSection } from "#app/account/sessions-section.tsx"
import { SigningInSection } from "#app/account/signing-in-section.tsx"
import { YouSection } from "#app/account/you-section.tsx"
import { Link } from "#app/ui/link.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import type { Role } from "#core/identity/roles.ts"
import type { Route } from "./+types/account.ts"

export const meta: Route.MetaFunction = () => [{ title: "Your account — Pushcart" }]

export const loader = (args: Route.LoaderArgs) => loadAccount(args)

export const action = accountAction

export default function Account({ loaderData: view, actionData: answer }: Route.ComponentProps) {
  const { role, person } = view
  return (
    <div className="stack">
      <div>
        <h1>Your account</h1>
        <p className="lead">
          <span>{`With us since ${person.since}. You are logged in as`}</span>{" "}
          <strong className="account-email">
            <EmailText email={person.email} />
          </strong>
          .
        </p>
      </div>
      <div className="account">
        <Menu role={role} hasPush={view.push !== null} />
        <div className="stack">
          <YouSection view={view} answer={answer} />
          <SigningInSection view={view} answer={answer} />
          {role === "customer" && <AddressesSection view={view} answer={answer} />}
          {role === "customer" && <CardsSection view={view} />}
          <ChoicesSection view={view} answer={answer} />
          {view.push && <DevicesSection push={view.push} answer={answer} />}
          <SessionsSection view={view} />
          {role !== "admin" && <DataSection answer={answer} />}
        </div>
      </div>
      <PageToast message={answer && "toast" in answer ? answer.toast : undefined} />
    </div>
  )
}

function Menu({ role, hasPush }: { role: Role; hasPush: boolean }) {
  const sections = [
    { id: "you", label: "You" },
    { id: "signing-in", label: "Signing in" },
    ...(role === "customer"
      ? [
          { id: "addresses", label: "Addresses" },
          { id: "cards", label: "Cards" },
        ]
      : []),
    { id: "choices", label: "Notification settings" },
    ...(hasPush ? [{ id: "devices", label: "Your devices" }] : []),
    { id: "sessions", label: "Signed in on" },
    ...(role === "admin" ? [] : [{ id: "data", label: "Your data" }]),
  ]
  return (
    <nav className="account-menu" aria-label="Your account">
      {sections.map(({ id, label }) => (
        <a key={id} href={`#${id}`}>
          {label}
        </a>
      ))}
      <Link to={ROLE_PAGES[role].dashboard}>Go to the dashboard</Link>
    </nav>
  )
}
