import { z } from "zod"
import { submitByScript } from "#app/forms/submit-form.ts"
import { requirePerson } from "#app/guards/require-person.ts"
import type { PushAnswer, PushOffer } from "#app/push/subscribe-to-push.ts"
import { hasPush } from "#core/push/list-push-devices.server.ts"
import { pushSubscriptionInput, turnOnPush } from "#core/push/turn-on-push.server.ts"
import { mustAgreeFirst } from "#core/terms/second-terms.server.ts"
import type { Route } from "./+types/push-subscription.ts"

const input = z.object({
  subscription: z.string().max(5_000).transform(jsonIn).pipe(pushSubscriptionInput),
  replaces: z.string().optional(),
})

function jsonIn(text: string, ctx: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text)
  } catch {
    ctx.addIssue({ code: "custom", message: "This is no subscription." })
    return z.NEVER
  }
}

/** For the scripts that offer notifications on a device: the key, and whether this device is subscribed already. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const ctx = requirePerson(context)
  const offer: PushOffer = {
    publicKey: ctx.ports.push.publicKey,
    isOn: await hasPush(ctx, { token: await ctx.ports.sessions.token(request) }),
    mustAgree: await mustAgreeFirst(ctx),
  }
  return Response.json(offer, { headers: { "Cache-Control": "no-store" } })
}

/** Saves the push service's subscription, sent by a page or by the service worker. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const ctx = requirePerson(context)
  const { sessions } = ctx.ports
  const browser = {
    token: await sessions.token(request),
    deviceId: sessions.device(request)?.id ?? null,
    userAgent: request.headers.get("user-agent"),
  }
  return submitByScript(
    request,
    input,
    async ({ subscription, replaces }): Promise<PushAnswer> => {
      await turnOnPush(ctx, subscription, { ...browser, replaces })
      return {}
    },
    {
      unreadable: { message: "This browser's push service isn't supported." },
      rejected: (message) => ({ message }),
    },
  )
}
