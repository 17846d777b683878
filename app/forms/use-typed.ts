import { useRouteLoaderData } from "react-router"
import type { loader } from "#app/root.tsx"

/**
 * The fields of this page's form as submitted without a session, for default values: shown once, after signing in
 * again. They are not saved yet.
 */
export function useTyped(): Readonly<Record<string, string>> | null {
  return useRouteLoaderData<typeof loader>("root")?.typed ?? null
}
