import * as build from "virtual:react-router/server-build"
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router"
import {
  demoContext,
  type LayoutData,
  layoutDataContext,
  nonceContext,
  type Session,
  sessionContext,
} from "#app/context.ts"

const handle = createRequestHandler(build as unknown as ServerBuild, "development")

/** Answers a page as the app does, for whatever session a test wants, without a database. */
export function answer(request: Request, session: Session & LayoutData, nonce: string): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(nonceContext, nonce)
  context.set(sessionContext, session)
  context.set(layoutDataContext, async () => session)
  context.set(demoContext, true)
  return handle(request, context)
}
