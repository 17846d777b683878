import { redirect } from "react-router"
import { SharedMarket } from "#app/catalog/shared-market.tsx"
import { coreContext, sessionContext } from "#app/context.ts"
import { orNull } from "#app/forms/or-not-found.ts"
import { nextPath, signInReturn } from "#app/identity/sign-in-return.ts"
import type { PageHandle } from "#app/page-handle.ts"
import { LinkButton } from "#app/ui/button.tsx"
import { Card, Dash } from "#app/ui/card.tsx"
import { DASHBOARDS } from "#app/ui/nav/nav-rules.ts"
import { Stall } from "#app/ui/stall.tsx"
import { Notice } from "#app/ui/states.tsx"
import { viewSharedMarket } from "#core/catalog/market-cards.server.ts"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import type { Role } from "#core/identity/roles.ts"
import type { Route } from "./+types/welcome.ts"

export const handle: PageHandle = { hydrate: "none" }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.market ? `${loaderData.market.name} — Pushcart` : "Welcome to Pushcart" },
]

/**
 * The landing page redirects anyone who is signed in to their own dashboard, or to the page that a guard redirected
 * them from. Other visitors who followed a link to a market or a product see the market.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { actor } = context.get(sessionContext)
  if (actor) throw redirect(nextPath(request) ?? DASHBOARDS[actor.role])
  const back = signInReturn(request)
  const shared = back?.shared
  const market = shared ? await orNull(viewSharedMarket(context.get(coreContext), shared)) : null
  return { back, market }
}

export default function Welcome({ loaderData: { back, market } }: Route.ComponentProps) {
  const Title = market ? "h2" : "h1"
  const ways = back?.ways ?? []
  const signInOf = (role: Role) => ways.find((way) => way.role === role)?.signIn ?? ROLE_PAGES[role].signIn
  const signIn = ways[0]?.signIn ?? ROLE_PAGES.customer.signIn
  return (
    <div className="stack" style={{ "--gap": "clamp(36px, 6vw, 64px)" } as object}>
      {back && (
        <Notice role="status">
          <p>{back.notice}</p>
          {!market && (
            <p className="welcome-buttons space-above">
              {ways.map((way) => (
                <LinkButton key={way.role} small to={way.signIn} kind={ways.length === 1 ? "leaf" : "plain"}>
                  {ways.length === 1 ? "Log in" : LOG_IN_AS[way.role]}
                </LinkButton>
              ))}
            </p>
          )}
        </Notice>
      )}
      {back && market && <SharedMarket market={market} signIn={signIn} register={back.register} />}
      <section className="welcome-top">
        <div className="stack">
          <Title className={market ? undefined : "hero"}>
            The market around the corner, now on your phone.
          </Title>
          <p className="lead">
            Type your zip code, see who is selling near you, and fill one cart from as many stalls as you
            like. Pick it up yourself, or have a neighbor bring it over.
          </p>
          <p className="welcome-buttons">
            <LinkButton to={signIn}>Get Started</LinkButton>
            <LinkButton to="/home" kind="plain">
              See the markets
            </LinkButton>
          </p>
        </div>
        <Stall />
      </section>
      <section className="stack">
        <h2>How it works</h2>
        <ol className="welcome-steps">
          {STEPS.map(({ title, text }, index) => (
            <Card as="li" key={title}>
              <p className="display welcome-number num">{index + 1}</p>
              <Dash />
              <h3>{title}</h3>
              <p className="soft">{text}</p>
            </Card>
          ))}
        </ol>
      </section>
      <section className="welcome-offers">
        {OFFERS.map(({ title, text, role, label }) => (
          <Card key={title} className="welcome-offer">
            <h2>{title}</h2>
            <p className="soft">{text}</p>
            <LinkButton to={signInOf(role)} kind="plain">
              {label}
            </LinkButton>
          </Card>
        ))}
      </section>
    </div>
  )
}

/** For a page that several roles share, each with its own sign-in. */
const LOG_IN_AS = {
  customer: "Log in as a customer",
  seller: "Log in as a seller",
  deliverer: "Log in as a courier",
  admin: "Log in as an admin",
} as const satisfies Record<Role, string>

const STEPS = [
  {
    title: "Search by zip code",
    text: "Any US postal code shows the markets within 25 miles, the nearest first, with their hours.",
  },
  {
    title: "Fill your list",
    text: "Vegetables, fruit, bread and milk, clothes and shoes. One list holds what several markets sell.",
  },
  {
    title: "Pick it up, or have it delivered",
    text: "Pay by card. Walk over when it is ready, or follow your order until it is at the door.",
  },
]

const OFFERS = [
  {
    title: "You have a market?",
    text: "List what you sell and we bring the orders. Sellers are paid weekly or monthly, straight to their bank account. The subscription is $5.00 a month, and you can cancel at any time.",
    role: "seller",
    label: "Sell with Pushcart",
  },
  {
    title: "You know your way around?",
    text: "Take a delivery near you, bring it over, and keep the whole delivery fee. You choose which ones, and when.",
    role: "deliverer",
    label: "Deliver with Pushcart",
  },
] as const
