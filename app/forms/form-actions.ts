import { type ActionFunctionArgs, data } from "react-router"
import type { z } from "zod"
import { clientAddressContext, coreContext } from "#app/context.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { requirePerson } from "#app/guards/require-person.ts"
import type { Context, PersonActor, PersonContext } from "#core/context.ts"
import type { Role } from "#core/identity/roles.ts"
import { readForm } from "./read-form.ts"
import { type FormRejection, type SentForm, type SubmitOptions, submitForm } from "./submit-form.ts"

/** Who may send the forms: one role, anyone who is signed in, or anyone. */
type Who = Role | "person" | "anyone"
type ContextOf<W extends Who> = W extends Role
  ? Context<PersonActor<W>>
  : W extends "person"
    ? PersonContext
    : Context

type ActionArgs = Pick<ActionFunctionArgs, "request" | "url" | "context">

/** A submitted form with its request; `address` is the client's network address. */
export type Submission = SentForm & ActionArgs & { address: string }

/**
 * A page's forms by their names: the schema, the work, and how rejections are shown. The work returns a redirect, JSON
 * for a fetcher, or a rejection by a schema that the work itself chose.
 */
type Forms<W extends Who, Schemas extends Record<string, z.ZodType>> = {
  readonly [Intent in keyof Schemas]: readonly [
    schema: Schemas[Intent],
    run: (
      ctx: ContextOf<W>,
      input: z.output<Schemas[Intent]>,
      sent: Submission,
    ) => Promise<Response | FormRejection>,
    options?: SubmitOptions,
  ]
}

/** Some of a page's forms, for a separate file. */
export const forms = <W extends Who, Schemas extends Record<string, z.ZodType>>(
  _who: W,
  some: Forms<W, Schemas>,
): Forms<W, Schemas> => some

/**
 * The action of a page with several forms. The pressed button, or a hidden field, names the form as `intent`. A missing
 * or unknown name gets a 400 and changes nothing.
 */
export function formActions<W extends Who, Schemas extends Record<string, z.ZodType>>(
  who: W,
  some: Forms<W, Schemas>,
) {
  return async ({ request, context, url }: ActionArgs) => {
    const ctx = contextOf(who, context)
    const form = await readForm(request)
    const intent = form.get("intent")
    const named = typeof intent === "string" && Object.hasOwn(some, intent) ? some[intent] : undefined
    if (!named) throw data(null, { status: 400 })
    const [schema, run, options] = named
    const address = context.get(clientAddressContext)
    return submitForm(
      form,
      schema,
      (input, sent) => run(ctx, input, { ...sent, request, url, context, address }),
      options,
    )
  }
}

function contextOf<W extends Who>(who: W, context: ActionFunctionArgs["context"]): ContextOf<W>
function contextOf(who: Who, context: ActionFunctionArgs["context"]): Context {
  if (who === "anyone") return context.get(coreContext)
  return who === "person" ? requirePerson(context) : requireContext(context, who)
}
