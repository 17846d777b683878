import type { Actor } from "./context.ts"
import { DomainError } from "./errors.ts"
import { ROLES, type Role } from "./identity/roles.ts"
import { log } from "./log.server.ts"

/** What somebody who looks into an attack asks the log for, each with its line's level. */
const LEVELS = {
  /** Somebody has proved who they are; or was rejected, with the reason. */
  "sign_in.done": "info",
  "sign_in.failed": "info",
  /** Somebody signed in has not proved it again, for what asks for the password or a code. */
  "proof.failed": "info",
  /** A script came with a token that is no one's. */
  "api_token.failed": "info",
  "limit.reached": "info",
  /** Somebody signed in has asked for what is for another role. */
  "access.denied": "info",
  /** Behind a proxy that is not in TRUSTED_PROXY every form looks like this. */
  "form.from_another_site": "warn",
  "call.from_another_site": "warn",
} as const

export type SecurityEvent = keyof typeof LEVELS

/** Ids and codes. The role is that of the page where nobody is signed in yet. */
type Facts = {
  readonly role: Actor["role"]
  readonly userId?: string | null
  readonly [name: string]: string | null | undefined
}

type Count = { readonly event: SecurityEvent; readonly role: Actor["role"]; times: number }

// A counter that is not there before its first event has no rate, and would show the second one only.
const counts: readonly Count[] = (Object.keys(LEVELS) as SecurityEvent[]).flatMap((event) =>
  ([...ROLES, "anonymous", "system"] as const).map((role) => ({ event, role, times: 0 })),
)

/** How often each has happened in this process, for /metrics. */
export const securityCounts = (): readonly Readonly<Count>[] => counts

/** Writes a line and counts it, whatever LOG_LEVEL says. */
export function tellSecurity(event: SecurityEvent, facts: Facts): void {
  const count = counts.find((one) => one.event === event && one.role === facts.role)
  if (count) count.times += 1
  log[LEVELS[event]](event, facts)
}

/** Tells how a sign-in ended; `userId` is null where no account is known. */
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
