import { Hono } from "hono"
import type { Runtime } from "#server/compose.ts"
import type { HttpEnv } from "#server/http/http-env.ts"
import { bearerTokens } from "../bearer.ts"
import { health, live } from "../health.ts"
import { notFoundProblem, problem } from "../problem.ts"
import { rateLimit } from "../rate-limit.ts"
import { ready } from "../ready.ts"
import { mount } from "./mount.ts"
import { OPERATIONS } from "./operations/index.ts"
import { reference } from "./reference.ts"
import { sockets } from "./sockets.ts"

/** Everything under /api/v1: the operations, their OpenAPI document, and the page that shows it. */
export function apiV1(runtime: Runtime): Hono<HttpEnv> {
  const api = new Hono<HttpEnv>()
  api.onError(problem)
  api.notFound(notFoundProblem)
  api.route("/", live())
  api.route("/", health(runtime))
  api.route("/", ready(runtime))
  api.route("/", reference())
  api.use(bearerTokens(runtime))
  api.use(rateLimit(runtime))
  api.route("/", sockets(runtime))
  api.route("/", mount(runtime, OPERATIONS))
  return api
}
