import { tmpdir } from "node:os"
import { Hono } from "hono"
import type { Role } from "#core/identity/roles.ts"
import { DEFAULT_RATES } from "#core/rates.ts"
import { diskFiles } from "#server/adapters/files/disk-files.ts"
import { composeRooms } from "#server/adapters/rooms/compose-rooms.ts"
import { type CallCounter, ownCallCounter } from "#server/api/call-counter.ts"
import { apiV1 } from "#server/api/v1/api.ts"
import { passwords } from "#server/auth/passwords.ts"
import { secondFactor } from "#server/auth/second-factor.ts"
import { createSessions } from "#server/auth/sessions.ts"
import type { Runtime } from "#server/compose.ts"
import type { Env } from "#server/config/env.ts"
import { callers } from "#server/http/caller.ts"
import { CLIENT_ADDRESS_HEADER } from "#server/http/client-address.ts"
import type { HttpEnv } from "#server/http/http-env.ts"
import { checkAgainstDocument } from "./api-document.ts"
import type { TestDatabase } from "./database.ts"

const SECRET = "a secret that only the tests know, 32+"

type TestApiOptions = {
  ports?: Partial<Runtime["ports"]>
  secondFactorRequired?: boolean
  requestsPerMinute?: number
  apiCalls?: CallCounter
}

/**
 * The API over a test's database, with real sessions. `call` checks every response against the OpenAPI document.
 * `ports` adds the outside services that the calls under test need.
 */
export function createTestApi(database: Omit<TestDatabase, "close">, options: TestApiOptions = {}) {
  const runtime = testRuntime(database, options)
  const app = new Hono<HttpEnv>()
  app.use(callers(runtime))
  app.route("/api/v1", apiV1(runtime))
  return {
    app,
    runtime,
    /** Sends a request exactly as given. */
    async raw(
      method: string,
      path: string,
      body: BodyInit | undefined,
      headers: Record<string, string> = {},
    ) {
      const answer = await app.request(`http://pushcart.test/api/v1${path}`, {
        method,
        headers: { [CLIENT_ADDRESS_HEADER]: "203.0.113.7", ...headers },
        ...(body === undefined ? {} : { body }),
      })
      await checkAgainstDocument(method, path.split("?")[0] ?? "", answer)
      return answer
    },
    /** Sends a request with a JSON body, or a form. */
    async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      if (body instanceof FormData) return this.raw(method, path, body, headers)
      const text = body === undefined ? undefined : JSON.stringify(body)
      return this.raw(method, path, text, { "content-type": "application/json", ...headers })
    },
    /** Returns the Cookie header of a signed-in person. */
    async signedIn(person: { userId: string; role: Role }): Promise<string> {
      return cookieHeader(await runtime.ports.sessions.open(new Request("http://pushcart.test/"), person))
    },
  }
}

/** Returns the Cookie header that a browser would send for these Set-Cookie values. */
export function cookieHeader(setCookies: readonly string[]): string {
  return setCookies
    .map((cookie) => cookie.split(";")[0] ?? "")
    .filter((pair) => !pair.endsWith("="))
    .join("; ")
}

function testRuntime(database: Omit<TestDatabase, "close">, options: TestApiOptions): Runtime {
  const ports = {
    passwords,
    secondFactor: secondFactor({ secret: SECRET, required: options.secondFactorRequired ?? false }),
    sessions: createSessions({ db: database.db, secret: SECRET }),
    ...options.ports,
  } as Runtime["ports"]
  const contextFor: Runtime["contextFor"] = (actor, db = database.db) => ({
    actor,
    db,
    ports,
    rates: DEFAULT_RATES,
    now: () => new Date(),
  })
  return {
    env: { API_REQUESTS_PER_MINUTE: options.requestsPerMinute ?? 1_000_000 } as Runtime["env"],
    database: { ...database, close: async () => {} },
    ports,
    contextFor,
    contextForJobs: () => contextFor({ role: "system" }),
    assets: diskFiles(tmpdir()),
    rooms: composeRooms({ ROOMS_SECRET: SECRET } as Env),
    queues: () => Promise.reject(new Error("This test has no queues.")),
    mapStreets: { styles: null, tiles: null },
    begin: async () => {},
    state: () => "serving",
    apiCalls: options.apiCalls ?? ownCallCounter(),
    drain: () => {},
    close: async () => {},
  }
}
