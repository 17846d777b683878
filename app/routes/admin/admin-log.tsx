import { Link } from "react-router"
import { AdminPage } from "#app/admin/admin-page.tsx"
import { type FoldedLine, foldViews } from "#app/admin/fold-views.ts"
import { readSearch, SearchForm } from "#app/admin/search-form.tsx"
import { WhenText } from "#app/admin/when-text.tsx"
import { pageNumber } from "#app/catalog/page-number.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { type Column, Ledger } from "#app/ui/ledger.tsx"
import { EmptyState } from "#app/ui/states.tsx"
import { Pagination } from "#app/ui/wayfinding.tsx"
import { type AuditLine, listAudit } from "#core/approvals/list-audit.server.ts"
import type { Route } from "./+types/admin-log.ts"

export const meta: Route.MetaFunction = () => [{ title: "Audit log — Pushcart" }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const search = readSearch(params)
  const found = await listAudit(requireContext(context, "admin"), { search, page: pageNumber(params) })
  return { search, ...found }
}

const COLUMNS: Column<FoldedLine>[] = [
  { key: "at", label: "When", cell: (line) => <WhenText at={line.at} />, sort: (line) => line.at.getTime() },
  {
    key: "who",
    label: "Who",
    cell: (line) => <span title={line.actorEmail ?? undefined}>{line.actor ?? "Deleted account"}</span>,
    sort: (line) => line.actor,
  },
  {
    key: "what",
    label: "What",
    cell: ({ action, times }) => (
      <span className="whole">{`${action}${times > 1 ? ` × ${times}` : ""}`}</span>
    ),
    sort: (line) => line.action,
  },
  {
    key: "about",
    label: "About",
    cell: (line) => <Subject line={line} />,
    sort: (line) => line.subject ?? line.subjectType,
  },
  { key: "details", label: "Details", cell: (line) => detailsText(line.details) },
]

export default function AdminLog({ loaderData }: Route.ComponentProps) {
  const { search, lines, page, pages, total } = loaderData
  return (
    <AdminPage title="Audit log">
      <SearchForm
        action="/admin-log"
        label="Search"
        hint="Who did it, what they did, whom it is about, or a word of the details."
        search={search}
      />
      <p className="soft num">{`${total === 1 ? "1 entry" : `${total} entries`}, newest first`}</p>
      <Ledger
        name="log"
        caption="Audit log"
        columns={COLUMNS}
        rows={foldViews(lines)}
        rowKey={(line) => line.id}
        empty={<EmptyState text={search ? "Nothing matches." : "No decisions or views yet."} />}
      />
      <Pagination page={page} pages={pages} />
    </AdminPage>
  )
}

function Subject({ line }: { line: AuditLine }) {
  const { subjectType, subjectId, subject } = line
  const words = subject ? `${subjectType} of ${subject}` : `${subjectType} ${subjectId}`
  if (subjectType === "seller") return <Link to={`/seller-info?seller=${subjectId}`}>{subject ?? words}</Link>
  if (subjectType === "deliverer")
    return <Link to={`/deliverer-info?deliverer=${subjectId}`}>{subject ?? words}</Link>
  return words
}

/**
 * Returns "reason: The permit has expired" or "picture: owner ID". The owner's id is left out: the page shows the name.
 */
function detailsText(details: Record<string, unknown>): string {
  return Object.entries(details)
    .filter(([name, value]) => name !== "ownerId" && value !== null)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" · ")
}
