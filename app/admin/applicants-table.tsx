import { Link } from "react-router"
import { type Column, Ledger } from "#app/ui/ledger.tsx"
import { Pagination } from "#app/ui/wayfinding.tsx"
import type { ApplicantRole } from "#core/approvals/applicants.ts"
import type { ApplicantLine, ApplicantList } from "#core/approvals/list-applicants.server.ts"
import type { Approval } from "#core/identity/states.ts"
import { DayText } from "./when-text.tsx"

/** Height in pixels from which the table scrolls under its own header. */
const HEIGHT = 420

const TITLES = {
  waiting: "Need approval",
  approved: "Approved",
  denied: "Denied",
} as const satisfies Record<Approval, string>
const WHO = { seller: "Sellers", deliverer: "Couriers" } as const satisfies Record<ApplicantRole, string>

type Props = ApplicantList & { role: ApplicantRole; approval: Approval; search: string }

/** A table of the sellers or couriers with this approval. */
export function ApplicantsTable({ role, approval, applicants, page, pages, total, search }: Props) {
  const name = tableName(role, approval)
  const title = TITLES[approval]
  return (
    <section className="stack admin-table" id={name}>
      <h3>
        <span>{title}</span> <span className="soft num">{total}</span>
      </h3>
      <Ledger
        name={name}
        caption={`${WHO[role]}: ${title}`}
        rows={applicants}
        rowKey={(row) => row.userId}
        columns={columns(role, approval)}
        height={HEIGHT}
        empty={<p className="soft">{search ? `Nobody here matches “${search}”.` : "Nobody."}</p>}
      />
      <Pagination page={page} pages={pages} param={`${name}-page`} label={`${WHO[role]}: ${title}, pages`} />
    </section>
  )
}

/** The prefix of the table's query parameters: this name sorts it, `…-page` is its page. */
export const tableName = (role: ApplicantRole, approval: Approval) => `${role}s-${approval}`

function columns(role: ApplicantRole, approval: Approval): Column<ApplicantLine>[] {
  const review = (row: ApplicantLine) =>
    role === "seller" ? `/seller-info?seller=${row.userId}` : `/deliverer-info?deliverer=${row.userId}`
  return [
    {
      key: "name",
      label: "Name",
      cell: (row) => (
        <Link className="text-link" to={review(row)}>
          {row.name}
        </Link>
      ),
      sort: (row) => row.name,
    },
    ...(role === "seller"
      ? [
          {
            key: "market",
            label: "Market",
            cell: (row: ApplicantLine) => row.market,
            sort: (row: ApplicantLine) => row.market,
          },
        ]
      : []),
    { key: "email", label: "Email", cell: (row) => row.email, sort: (row) => row.email },
    { key: "city", label: "City", cell: (row) => `${row.city}, ${row.state}`, sort: (row) => row.city },
    {
      key: "applied",
      label: "Applied",
      cell: (row) => <DayText at={row.createdAt} />,
      sort: (row) => row.createdAt.getTime(),
    },
    ...(approval === "waiting"
      ? []
      : [
          {
            key: "decided",
            label: "Decided",
            cell: (row: ApplicantLine) => (row.decidedAt ? <DayText at={row.decidedAt} /> : "–"),
            sort: (row: ApplicantLine) => row.decidedAt?.getTime() ?? null,
          },
        ]),
  ]
}
