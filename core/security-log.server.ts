import type { Actor } from "./context.ts"
import { DomainError } from "./errors.ts"
import { ROLES, type Role } from "./identity/roles.ts"
import { log } from "./log.server.ts"

/** The security events to look for in the log when investigating an attack, each with its log level. */
const LEVELS = {
  /** A person proved who they are, or was rejected, with the reason. */
  "sign_in.done": "info",
  "sign_in.failed": "info",
  /** A person who is signed in did not prove it again, for an action that requires the password or a code. */
  "proof.failed": "info",
  /** A script sent a token that nobody has. */
  "api_token.failed": "info",
  "limit.reached": "info",
  /** A person who is signed in tried to open a page or call an action of another role. */
  "access.denied": "info",
  /** Behind a proxy that is not in TRUSTED_PROXY, every form looks like this. */
  "form.from_another_site": "warn",
  "call.from_another_site": "warn",
} as const

export type SecurityEvent = keyof typeof LEVELS

/** Ids and codes. If nobody is signed in yet, the role is that of the page. */
type Facts = {
  readonly role: Actor["role"]
  readonly userId?: string | null
  readonly [name: string]: string | null | undefined
}

type Count = { readonly event: SecurityEvent; readonly role: Actor["role"]; times: number }

// Starts each counter at 0. Prometheus computes no rate for a counter that only appears with its first event, so the
// first event would be missed.
const counts: readonly Count[] = (Object.keys(LEVELS) as SecurityEvent[]).flatMap((event) =>
  ([...ROLES, "anonymous", "system"] as const).map((role) => ({ event, role, times: 0 })),
)

/** How often each event has happened in this process, for /metrics. */
export const securityCounts = (): readonly Readonly<Count>[] => counts

/** Logs an event at its level, and counts it regardless of LOG_LEVEL. */
export function tellSecurity(event: SecurityEvent, facts: Facts): void {
  const count = counts.find((one) => one.event === event && one.role === facts.role)
  if (count) count.times += 1
  log[LEVELS[event]](event, facts)
}

/** Logs how a sign-in ended; `userId` is null if no account is known. */
export async function tellingSignIn<Answer>(
  who: { by: "password" | "passkey"; role: Role; userId: string | null },
  check: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await check()
    tellSecurity("sign_in.done", who)
    return answer
  } catch (error) {
    if (error instanceof DomainError) tellSecurity("sign_in.failed", { ...who, reason: error.code })
    throw error
  }
}
