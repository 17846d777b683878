import type { PageHandle } from "#app/page-handle.ts"
import { LinkButton } from "#app/ui/button.tsx"
import type { Route } from "./+types/about.ts"

export const handle: PageHandle = { hydrate: "none" }

export const meta: Route.MetaFunction = () => [{ title: "About Pushcart" }]

export default function About() {
  return (
    <article className="prose">
      <h1>About Pushcart</h1>
      <p className="lead">
        Pushcart was founded in 2024 with one idea: the best food, and much else, is sold by someone who lives
        near you.
      </p>
      <p>
        Before supermarkets there was the pushcart. Somebody you knew by name rolled it down your street in
        the morning, and what was on it had been picked the day before. Markets still work like that. What
        they lack is a shop window that is open when you think of dinner at nine in the evening.
      </p>
      <h2>What we do</h2>
      <p>
        We give every local market that shop window. Customers find it by zip code, see what is there and what
        it costs, pay by card, and choose to pick the order up or to have it delivered. Sellers keep their own
        prices, their own hours and their own customers. Neighbors with a car or a bicycle carry the orders,
        and the delivery fee is theirs.
      </p>
      <h2>What we promise</h2>
      <ul>
        <li>You see the whole price, with tax and delivery, before you pay.</li>
        <li>Sellers are paid weekly or monthly, and see every cent on its way.</li>
        <li>A person reviews every market and every courier before they start.</li>
        <li>We keep only what we need to deliver your order.</li>
        <li>The pages stay small, so that they open where the signal is weak.</li>
      </ul>
      <p>
        <LinkButton to="/home">See the markets</LinkButton>
      </p>
    </article>
  )
}
