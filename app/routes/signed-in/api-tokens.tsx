import { useState } from "react"
import { data, replace } from "react-router"
import { z } from "zod"
import { coreContext } from "#app/context.ts"
import { formActions } from "#app/forms/form-actions.ts"
import { Button } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { DateText } from "#app/ui/date-text.tsx"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { PasswordInput, TextInput } from "#app/ui/inputs.tsx"
import { Notice } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { apiTokenInput } from "#core/api-tokens/api-token-input.ts"
import { TOKEN_DAYS } from "#core/api-tokens/api-tokens.ts"
import { createApiToken } from "#core/api-tokens/create-api-token.server.ts"
import { listApiTokens } from "#core/api-tokens/list-api-tokens.server.ts"
import { revokeApiToken } from "#core/api-tokens/revoke-api-token.server.ts"
import { isPerson } from "#core/context.ts"
import { tokenCookie } from "#core/cookies.ts"
import { MINUTE_SECONDS } from "#core/durations.ts"
import type { Route } from "./+types/api-tokens.ts"

export const meta: Route.MetaFunction = () => [{ title: "API tokens — Pushcart" }]

const revokeInput = z.object({ tokenId: z.string() })

export async function loader({ request, context }: Route.LoaderArgs) {
  const token = newToken.read(request.headers)
  const ctx = person(context)
  const asksCode = ctx.actor.role === "admin" && ctx.ports.secondFactor.required
  const page = { tokens: await listApiTokens(ctx), token, asksCode }
  return data(page, token ? { headers: { "Set-Cookie": newToken.clear() } } : undefined)
}

export const action = formActions("person", {
  revoke: [
    revokeInput,
    async (ctx, { tokenId }) => {
      await revokeApiToken(ctx, tokenId)
      return replace("/api-tokens")
    },
  ],
  create: [
    apiTokenInput,
    async (ctx, input) => {
      const { token } = await createApiToken(ctx, input)
      return replace("/api-tokens", { headers: { "Set-Cookie": newToken.write(token) } })
    },
  ],
})

/** A cookie that takes a new token to the page that shows it: it is stored nowhere else. */
const newToken = tokenCookie("new_api_token", MINUTE_SECONDS)

/** The guard has redirected anonymous visitors already; this narrows the type. */
function person(context: Route.LoaderArgs["context"]) {
  const ctx = context.get(coreContext)
  if (!isPerson(ctx)) throw data(null, { status: 403 })
  return ctx
}

export default function ApiTokens({ loaderData, actionData }: Route.ComponentProps) {
  const { tokens, asksCode } = loaderData
  // The loader returns the token once; the page shows it as long as it is open, through every revalidation.
  const [token, setToken] = useState(loaderData.token)
  if (loaderData.token && loaderData.token !== token) setToken(loaderData.token)
  const [form, fields] = useSchemaForm(apiTokenInput, {
    answer: actionData,
    defaultValue: { name: "" },
    keepsTyped: true,
  })
  return (
    <div className="stack narrow">
      <h1>API tokens</h1>
      <p className="lead">
        A token lets your scripts do what you can do here, for {TOKEN_DAYS} days. See{" "}
        <a href="/api/v1/docs">the API</a>. Setting a new password revokes all of them.
      </p>
      {token && (
        <Notice kind="good">
          <p>Copy your new token now. You won't be able to see it again.</p>
          <p>
            <code className="num" data-token style={{ overflowWrap: "anywhere" }}>
              {token}
            </code>
          </p>
        </Notice>
      )}
      <Card>
        <Form form={form}>
          <input type="hidden" name="intent" value="create" />
          <TextInput field={fields.name} label="What is it for?" />
          <PasswordInput field={fields.password} label="Your password" autoComplete="current-password" />
          {asksCode && (
            <TextInput
              field={fields.code}
              label="Code"
              hint="The six-digit code from your authenticator app."
              inputMode="numeric"
              autoComplete="one-time-code"
            />
          )}
          <Button>Create a token</Button>
        </Form>
      </Card>
      {tokens.length === 0 ? (
        <p className="soft">You have no tokens.</p>
      ) : (
        <ul className="stack">
          {tokens.map((one) => (
            <Card as="li" key={one.id} className="split">
              <TokenLine token={one} />
            </Card>
          ))}
        </ul>
      )}
      <PageToast message={actionData?.toast} />
    </div>
  )
}

type Line = Route.ComponentProps["loaderData"]["tokens"][number]

function TokenLine({ token }: { token: Line }) {
  const [form] = useSchemaForm(revokeInput, { id: `revoke-${token.id}` })
  return (
    <>
      <div>
        <h2>{token.name}</h2>
        <p className="soft">
          <span>
            Made <DateText iso={token.createdAt.toISOString()} />. Works until{" "}
            <DateText iso={token.expiresAt.toISOString()} />.
          </span>{" "}
          {token.lastUsedAt ? (
            <span>
              Last used <DateText iso={token.lastUsedAt.toISOString()} />.
            </span>
          ) : (
            <span>Never used.</span>
          )}
        </p>
      </div>
      <Form form={form}>
        <input type="hidden" name="intent" value="revoke" />
        <input type="hidden" name="tokenId" value={token.id} />
        <Button kind="plain" small aria-label={`Revoke ${token.name}`}>
          Revoke
        </Button>
      </Form>
    </>
  )
}
