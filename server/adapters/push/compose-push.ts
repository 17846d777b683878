import type { Push } from "#core/ports/push.ts"
import type { Env } from "#server/config/env.ts"
import { DEV_PUSH_PATH } from "#server/dev/push-service.ts"

const OFF: Push = { publicKey: null, accepts: () => false, send: async () => "rejected" }

/**
 * Web Push if its keys are configured. A browser cannot show a message without the service worker, so push is off
 * without it too.
 */
export async function composePush(env: Env): Promise<Push> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env
  if (!publicKey || !privateKey || !env.SERVICE_WORKER) return OFF
  const { webPush } = await import("./web-push.ts")
  return webPush({
    publicKey,
    privateKey,
    contact: `mailto:${addressIn(env.MAIL_FROM)}`,
    services: env.PUSH_SERVICES,
    ...(env.rules.devPages ? { ownService: `${env.PUBLIC_URL}${DEV_PUSH_PATH}/` } : {}),
  })
}

/** Returns the address alone of "Pushcart <hello@pushcart.test>". */
const addressIn = (from: string) => /<([^>]+)>/.exec(from)?.[1] ?? from
