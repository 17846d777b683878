import "./admin.css"
import { useLocation } from "react-router"
import type { Elements } from "#app/ui/elements.ts"
import { LivePaused } from "#app/ui/states.tsx"
import { Tabs } from "#app/ui/wayfinding.tsx"

const PAGES = [
  { label: "Applications", to: "/admin-dashboard", also: ["/seller-info", "/deliverer-info"] },
  { label: "Orders", to: "/admin-orders", also: [] },
  { label: "Audit log", to: "/admin-log", also: [] },
  { label: "Operations", to: "/ops", also: [] },
]

/** The layout of every admin page: the navigation and the page's title. */
export function AdminPage({ title, children }: { title: string; children: Elements }) {
  const { pathname } = useLocation()
  return (
    <div className="admin stack">
      <Tabs
        label="Admin"
        tabs={PAGES.map(({ label, to, also }) => ({
          label,
          to,
          current: [to, ...also].includes(pathname),
        }))}
      />
      <h1>{title}</h1>
      <LivePaused />
      {children}
    </div>
  )
}
