import { type ActionFunctionArgs, redirect } from "react-router"
import { coreContext } from "#app/context.ts"
import { submitForm } from "#app/forms/submit-form.ts"
import { requirePerson } from "#app/guards/require-person.ts"
import type { PageHandle } from "#app/page-handle.ts"
import { AgreeForm } from "#app/terms/agree-form.tsx"
import { FirstPolicy, FirstTerms } from "#app/terms/first-version.tsx"
import { SecondPolicy, SecondTerms } from "#app/terms/second-version.tsx"
import { flash } from "#app/ui/flash.ts"
import { Link } from "#app/ui/link.tsx"
import { instantText } from "#core/calendar/instant-text.ts"
import { isPerson } from "#core/context.ts"
import { ownPath } from "#core/identity/own-path.ts"
import { agreeToTerms, agreeToTermsInput } from "#core/terms/agree-to-terms.server.ts"
import { mustAgreeFirst, secondTerms } from "#core/terms/second-terms.server.ts"
import { FIRST_TERMS, TERMS_TIME_ZONE } from "#core/terms/terms.ts"
import type { Route } from "./+types/terms.ts"

export const handle: PageHandle = { hydrate: "none" }

export const meta: Route.MetaFunction = () => [{ title: "Terms of service and privacy policy — Pushcart" }]

/** The version that new accounts agree to; `?version=1` shows the first one, word for word. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const ctx = context.get(coreContext)
  const second = await secondTerms(ctx, ctx.db)
  return {
    isFirst: !second || url.searchParams.get("version") === "1",
    second,
    canAgree: second !== null && isPerson(ctx) && (await mustAgreeFirst(ctx)),
  }
}

/** Records that a signed-in person agrees to the second version, on this page or on the one that requested it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const ctx = requirePerson(context)
  return submitForm(request, agreeToTermsInput, async ({ next }) => {
    await agreeToTerms(ctx)
    return redirect(ownPath(next) ?? "/terms", {
      headers: flash("Thank you. You agreed to the second version of our terms."),
    })
  })
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  const { isFirst, second, canAgree } = loaderData
  return (
    <article className="prose">
      <h1>Terms of service and privacy policy</h1>
      {isFirst ? (
        <AboutFirst second={second} />
      ) : (
        second && <AboutSecond second={second} canAgree={canAgree} />
      )}
      <nav aria-label="On this page">
        <ul>
          <li>
            <a href="#terms">Terms of service</a>
          </li>
          <li>
            <a href="#privacy">Privacy policy</a>
          </li>
        </ul>
      </nav>
      {isFirst ? (
        <>
          <FirstTerms />
          <FirstPolicy />
        </>
      ) : (
        <>
          <SecondTerms />
          <SecondPolicy />
        </>
      )}
    </article>
  )
}

type Second = Route.ComponentProps["loaderData"]["second"]
const dayOf = (second: NonNullable<Second>) => instantText(second.from, TERMS_TIME_ZONE)

function AboutFirst({ second }: { second: Second }) {
  return (
    <>
      <p className="soft">
        {`Version of ${instantText(new Date(`${FIRST_TERMS}T12:00:00Z`), "UTC")}. When you sign up we keep which version you agreed to, and when.`}
      </p>
      {second && (
        <p>
          <span>{`${second.isInForce ? "It applied until" : "It applies until"} ${dayOf(second)}.`}</span>{" "}
          <Link to="/terms">Read the second version</Link>
        </p>
      )}
    </>
  )
}

function AboutSecond({ second, canAgree }: { second: NonNullable<Second>; canAgree: boolean }) {
  return (
    <>
      <p className="soft">
        {`Second version, in force ${second.isInForce ? "since" : "from"} ${dayOf(second)}. We keep which version you agreed to, and when.`}
      </p>
      <p>
        <span>
          {second.isInForce
            ? "Before that day another version applied."
            : "Whoever signs up now agrees to this version. For everybody else the version they agreed to applies until that day."}
        </span>{" "}
        <Link to="/terms?version=1">Read the first version</Link>
      </p>
      {canAgree && <AgreeForm next="/terms" />}
    </>
  )
}
