import { LinkButton } from "#app/ui/button.tsx"

/** Stands at `/` until the home page does. */
export default function Placeholder() {
  return (
    <section className="stack">
      <h1>Your local markets, a zip code away.</h1>
      <LinkButton to="/home">See the markets</LinkButton>
    </section>
  )
}
