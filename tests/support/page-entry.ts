import * as build from "virtual:react-router/server-build"
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router"
import {
  type LayoutData,
  layoutDataContext,
  nonceContext,
  type Session,
  sessionContext,
  siteRulesContext,
} from "#app/context.ts"

const handle = createRequestHandler(build as unknown as ServerBuild, "development")

/** Renders a page as the app does, for any session that a test needs, without a database. */
export function answer(request: Request, session: Session & LayoutData, nonce: string): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(nonceContext, nonce)
  context.set(sessionContext, session)
  context.set(layoutDataContext, async () => session)
  context.set(siteRulesContext, { demoPeople: true, devPages: true, adminsMailbox: false, mark: null })
  return handle(request, context)
}
