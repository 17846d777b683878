import { useRouteLoaderData } from "react-router"
import type { PageHandle } from "#app/page-handle.ts"
import { ReloadWhenOnline } from "#app/page-script/page-script.tsx"
import type { loader as rootLoader } from "#app/root.tsx"
import { Button } from "#app/ui/button.tsx"
import type { Route } from "./+types/offline.ts"

export const handle: PageHandle = { hydrate: "none" }

export const meta: Route.MetaFunction = () => [
  { title: "You're offline — Pushcart" },
  { name: "robots", content: "noindex" },
]

/** The service worker shows this in place of any page that cannot be loaded, so it contains nothing personal. */
export default function Offline() {
  const root = useRouteLoaderData<typeof rootLoader>("root")
  return (
    <section className="empty" style={{ marginTop: "4vh" }}>
      <h1>You're offline</h1>
      <p className="soft">
        This page can't be loaded without a network. It opens automatically when you're back online; what you
        have ordered or sold is safe.
      </p>
      {/* Shown under the requested URL. JavaScript is on, since the service worker serves this page. */}
      <Button type="button" id="again">
        Try again
      </Button>
      <ReloadWhenOnline nonce={root?.nonce} />
    </section>
  )
}
