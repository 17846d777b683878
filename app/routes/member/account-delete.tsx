import { Link, redirect } from "react-router"
import { submitForm } from "#app/forms/submit-form.ts"
import { requirePerson } from "#app/guards/require-person.ts"
import { LinkButton } from "#app/ui/button.tsx"
import { Card, Dash } from "#app/ui/card.tsx"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { PasswordInput } from "#app/ui/inputs.tsx"
import { Notice } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { listRoles } from "#core/identity/list-roles.server.ts"
import { deleteAccount } from "#core/privacy/delete-account.server.ts"
import { type DeletionBlocker, listDeletionBlockers } from "#core/privacy/deletion-blockers.server.ts"
import { passwordAgainInput } from "#core/privacy/privacy.ts"
import type { Route } from "./+types/account-delete.ts"

export const meta: Route.MetaFunction = () => [{ title: "Delete your account — Pushcart" }]

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = requirePerson(context)
  return { open: await listDeletionBlockers(ctx), roles: await listRoles(ctx) }
}

export function action({ request, context }: Route.ActionArgs) {
  const ctx = requirePerson(context)
  return submitForm(request, passwordAgainInput, async (input) => {
    await deleteAccount(ctx, input)
    const headers = new Headers()
    for (const cookie of await ctx.ports.sessions.close(request)) headers.append("Set-Cookie", cookie)
    return redirect("/goodbye", { headers })
  })
}

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { open, roles } = loaderData
  return (
    <div className="stack narrow">
      <h1>Delete your account</h1>
      <PageToast message={actionData?.toast} />
      {roles.length > 1 && (
        <Notice kind="info">
          <p>
            {`You use one account as a ${roles.slice(0, -1).join(", a ")} and a ${roles.at(-1) ?? ""}. All of it is deleted together.`}
          </p>
        </Notice>
      )}
      {open.length > 0 ? <NotYet open={open} /> : <Consequences roles={roles} answer={actionData} />}
      <p>
        <LinkButton kind="plain" to="/account">
          Keep my account
        </LinkButton>
      </p>
    </div>
  )
}

function NotYet({ open }: { open: readonly DeletionBlocker[] }) {
  return (
    <Card className="stack">
      <h2>Your account can't be deleted yet</h2>
      <p>These need to be finished first:</p>
      <ul className="bullets" data-open>
        {open.map(({ text, to }) => (
          <li key={text}>
            <span>{text}</span>{" "}
            {to && (
              <Link to={to} className="text-link">
                Have a look
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Roles = Route.ComponentProps["loaderData"]["roles"]
type Answer = Route.ComponentProps["actionData"]

function Consequences({ roles, answer }: { roles: Roles; answer: Answer }) {
  const [form, fields] = useSchemaForm(passwordAgainInput, { id: "delete", answer })
  const goes = GOES.filter(({ of }) => of === "all" || roles.includes(of))
  const stays = STAYS.filter(({ of }) => of === "all" || roles.includes(of))
  return (
    <Card className="stack">
      <h2>What we delete, right away and for good</h2>
      <ul className="bullets">
        {goes.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Dash />
      <h2>What we keep, and why</h2>
      <ul className="bullets">
        {stays.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Dash />
      <p>
        Would you like to{" "}
        <a href="/account" className="text-link">
          download your data
        </a>{" "}
        first? This can't be undone.
      </p>
      <Form form={form} reloadDocument>
        <PasswordInput field={fields.password} label="Your password" autoComplete="current-password" />
        <SubmitButton kind="danger" busy="Deleting…">
          Delete my account
        </SubmitButton>
      </Form>
    </Card>
  )
}

const GOES = [
  {
    of: "all",
    text: "Your name, email, password and passkeys. You'll be logged out everywhere, and your API tokens will stop working.",
  },
  { of: "all", text: "Your messages, and who was logged in from where." },
  {
    of: "customer",
    text: "Your cart, your saved cards, also at Stripe, your addresses and phone number, also on past orders, and the photos at your door.",
  },
  {
    of: "seller",
    text: "Your market: it leaves the map, your products leave the shop, their photos and your documents are deleted.",
  },
  { of: "seller", text: "Your subscription. You won't be charged again." },
  { of: "deliverer", text: "Your address, phone number and documents." },
] as const

const STAYS = [
  {
    of: "all",
    text: "Orders, payments and taxes: tax law requires us to keep these records. They no longer contain your name; of an address we keep only the city, state and zip code used to calculate tax.",
  },
  { of: "seller", text: "Your market's name and town on your customers' receipts." },
  { of: "deliverer", text: "The photos that you took at customers' doors: they belong to those orders." },
  {
    of: "seller",
    text: "Your Stripe account, until your last payout has reached your bank. Then we close it; Stripe keeps what the law requires.",
  },
  {
    of: "deliverer",
    text: "Your Stripe account, until your last payout has reached your bank. Then we close it; Stripe keeps what the law requires.",
  },
] as const
