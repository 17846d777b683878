import { useRouteLoaderData } from "react-router"
import type { loader } from "#app/root.tsx"

/**
 * What a form of this page held when it was sent without a session, for its fields' default values: shown once, after
 * signing in again. Nothing of it is saved yet.
 */
export function useTyped(): Readonly<Record<string, string>> | null {
  return useRouteLoaderData<typeof loader>("root")?.typed ?? null
}
