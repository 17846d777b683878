import type { Actor } from "#core/context.ts"
import type { LiveSession } from "#core/identity/find-session.server.ts"
import type { SocketData } from "#server/adapters/rooms/bun-sockets.ts"

/** Hono's types for every request. `upgrade` makes a WebSocket of the request, where the host can. */
export type HttpEnv = {
  Variables: HttpVariables
  Bindings: { upgrade?: (data: SocketData) => boolean }
}

export type HttpVariables = { nonce: string; requestId: string; caller: () => Promise<Caller> }

/** Who asks: the session's person in the session's role, or nobody. */
export type Caller = { actor: Actor; session: LiveSession | null }
