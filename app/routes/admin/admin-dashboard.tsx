import { AdminPage } from "#app/admin/admin-page.tsx"
import { ApplicantsTable, tableName } from "#app/admin/applicants-table.tsx"
import { MarketChangesTable } from "#app/admin/market-changes-table.tsx"
import { readSearch, SearchForm } from "#app/admin/search-form.tsx"
import { pageNumber } from "#app/catalog/page-number.ts"
import { AccountLinks } from "#app/dashboard/account-links.tsx"
import { requireContext } from "#app/guards/require-context.ts"
import { PushCard } from "#app/push/push-card.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { APPLICANTS } from "#core/approvals/applicants.ts"
import { listApplicants } from "#core/approvals/list-applicants.server.ts"
import { APPROVALS } from "#core/identity/states.ts"
import { listMarketChanges } from "#core/market/list-market-changes.server.ts"
import type { Route } from "./+types/admin-dashboard.ts"

export const meta: Route.MetaFunction = () => [{ title: "Applications — Pushcart" }]

const TABLES = APPLICANTS.flatMap((role) => APPROVALS.map((approval) => ({ role, approval })))

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "admin")
  const params = new URL(request.url).searchParams
  const search = readSearch(params)
  const tables = await Promise.all(
    TABLES.map(async ({ role, approval }) => {
      const name = tableName(role, approval)
      const page = pageNumber(params, `${name}-page`)
      const found = await listApplicants(ctx, { role, approval, search, page, sort: params.get(name) })
      return { role, approval, ...found }
    }),
  )
  return { search, tables, changes: await listMarketChanges(ctx) }
}

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  const { search, tables, changes } = loaderData
  useLive(({ data }) => changed(data, "approvals"))
  return (
    <AdminPage title="Applications">
      <SearchForm
        action="/admin-dashboard"
        label="Search"
        hint="A name, an email, a market or a city."
        search={search}
      />
      <MarketChangesTable changes={changes} />
      {APPLICANTS.map((role) => (
        <section key={role} className="stack" aria-labelledby={`${role}s`}>
          <h2 id={`${role}s`}>{role === "seller" ? "Sellers" : "Couriers"}</h2>
          {tables
            .filter((table) => table.role === role)
            .map((table) => (
              <ApplicantsTable key={table.approval} {...table} search={search} />
            ))}
        </section>
      ))}
      <PushCard to="admin" />
      <AccountLinks />
    </AdminPage>
  )
}
