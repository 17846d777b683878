import { z } from "zod"
import type { ApplicantImage } from "#core/approvals/applicant-record.server.ts"
import { decideApplicant } from "#core/approvals/decide-applicant.server.ts"
import { isReason, REASON_MISSING, reasonField } from "#core/approvals/decision-input.ts"
import { listApplicants } from "#core/approvals/list-applicants.server.ts"
import { viewCourierApplicant, viewSellerApplicant } from "#core/approvals/view-applicant.server.ts"
import type { AdminContext } from "#core/context.ts"
import { APPROVALS } from "#core/identity/states.ts"
import { openImage } from "#core/images/open-image.server.ts"
import { approvalFields, approvalOf, EXAMPLE_ID, idParams, maybe, pageFields, text, time } from "../fields.ts"
import { type Operation, operation } from "../operation.ts"

const admin = { tag: "Admin", roles: ["admin"] } as const

const applicant = z
  .object({
    id: text,
    name: text,
    email: text,
    city: text,
    state: text,
    market: maybe(text).meta({ description: "The market's name; null for deliverers." }),
    ...approvalFields,
    created_at: time,
    decisiontime: maybe(time),
  })
  .meta({
    id: "Applicant",
    description: "A person who wants to sell or deliver.",
    examples: [
      {
        id: EXAMPLE_ID,
        name: "Maria Lopez",
        email: "maria@example.test",
        city: "New York",
        state: "NY",
        market: "Chelsea Stall",
        approved: false,
        approval: "waiting",
        created_at: "2026-03-05T15:04:05.000Z",
        decisiontime: null,
      },
    ],
  })

const LISTS = [
  { role: "seller", approval: "waiting", path: "/admin/approvalSeller" },
  { role: "seller", approval: "approved", path: "/admin/SellersApproved" },
  { role: "seller", approval: "denied", path: "/admin/SellersDenied" },
  { role: "deliverer", approval: "waiting", path: "/admin/delivererNeedOfApproval" },
  { role: "deliverer", approval: "approved", path: "/admin/DeliverersApproved" },
  { role: "deliverer", approval: "denied", path: "/admin/DeliverersDenied" },
] as const
const DECISIONS = [
  { role: "seller", approve: true, path: "/admin/approveSeller/{id}" },
  { role: "seller", approve: false, path: "/admin/denySeller/{id}" },
  { role: "deliverer", approve: true, path: "/admin/approveDeliverer/{id}" },
  { role: "deliverer", approve: false, path: "/admin/denyDeliverer/{id}" },
] as const

/**
 * The body is empty in the original. `approval` is what the admin saw, so that two admins don't overwrite each other.
 */
const decisionBody = z
  .object({
    reason: reasonField
      .refine((reason) => reason === "" || isReason(reason), REASON_MISSING)
      .optional()
      .meta({ description: "The reason, shown to the applicant. Ours." }),
    approval: z
      .enum(APPROVALS)
      .optional()
      .meta({ description: "The approval state that the admin saw; `waiting` if left out. Ours." }),
  })
  .meta({ id: "Decision", examples: [{}] })

const image = maybe(z.object({ id: text, url: text }).meta({ id: "ApplicantPicture" })).meta({
  description:
    "Null if it was deleted. The link to a private image expires after a minute, and each view is logged.",
})

/** Links to the previous and next pages, in the format of RFC 8288. */
const linksBeside = ({ page, pages }: { page: number; pages: number }, limit: number) =>
  [
    ["prev", page - 1],
    ["next", page + 1],
  ]
    .filter(([, to]) => Number(to) >= 1 && Number(to) <= pages)
    .map(([rel, to]) => `<?page=${to}&limit=${limit}>; rel="${rel}"`)
    .join(", ")

/** Reviewing applicants who want to sell or deliver. */
export const approvals: Operation[] = [
  ...LISTS.map(({ role, approval, path }) =>
    operation({
      ...admin,
      path,
      answer: z.array(applicant),
      method: "get",
      summary: `${role === "seller" ? "Sellers" : "Deliverers"}: ${approval}, newest first`,
      description:
        "`X-Total-Count` is the total number of applicants; `Link` has the previous and next pages.",
      query: z.object(pageFields(50)),
      page: "/admin-dashboard",
      command: "listApplicants",
      async handle({ ctx, query: { page, limit }, http }) {
        const { applicants, ...shown } = await listApplicants(ctx, { role, approval, page, limit })
        http.header("X-Total-Count", String(shown.total))
        const beside = linksBeside(shown, limit)
        if (beside) http.header("Link", beside)
        return applicants.map(({ userId: id, approval, createdAt, decidedAt, market, ...line }) => ({
          id,
          name: line.name,
          email: line.email,
          city: line.city,
          state: line.state,
          market: market ?? null,
          ...approvalOf(approval),
          created_at: createdAt.toISOString(),
          decisiontime: decidedAt?.toISOString() ?? null,
        }))
      },
    }),
  ),
  operation({
    ...admin,
    params: idParams("seller"),
    method: "get",
    path: "/admin/getImages/{id}",
    summary: "The images of a seller's application: the owner's photo ID, the certificate and the market",
    answer: z
      .object({ sellerid: image, certificates: image, marketpicture: image })
      .meta({ id: "SellerPictures" }),
    page: "/seller-info",
    command: "viewSellerApplicant, openImage",
    async handle({ ctx, params }) {
      const { images } = await viewSellerApplicant(ctx, params.id)
      return {
        sellerid: await opened(ctx, images, "Owner ID"),
        certificates: await opened(ctx, images, "Certificate"),
        marketpicture: await opened(ctx, images, "Market photo"),
      }
    },
  }),
  operation({
    ...admin,
    params: idParams("deliverer"),
    method: "get",
    path: "/admin/getImagesDeliverers/{id}",
    summary: "A deliverer's photo ID",
    answer: z.object({ idpicture: image, delivererID: text }).meta({ id: "DelivererPictures" }),
    page: "/deliverer-info",
    command: "viewCourierApplicant, openImage",
    async handle({ ctx, params }) {
      const { images } = await viewCourierApplicant(ctx, params.id)
      return { idpicture: await opened(ctx, images, "Photo ID"), delivererID: params.id }
    },
  }),
  ...DECISIONS.map(({ role, approve, path }) =>
    operation({
      ...admin,
      path,
      body: decisionBody,
      params: idParams(role),
      method: "put",
      summary: `${approve ? "Approve" : "Deny"} a ${role}`,
      answer: z.object({ id: text, approved: z.boolean() }).meta({ id: "Decided" }),
      rejections: ["already_decided", "illegal_move", "not_found"],
      page: role === "seller" ? "/seller-info" : "/deliverer-info",
      command: "decideApplicant",
      async handle({ ctx, params: { id: userId }, body }) {
        const seen = { approval: body.approval ?? ("waiting" as const) }
        const reason = body.reason || "No reason was given."
        await decideApplicant(
          ctx,
          approve ? { role, userId, approve } : { role, userId, approve, reason },
          seen,
        )
        return { id: userId, approved: approve }
      },
    }),
  ),
]

async function opened(ctx: AdminContext, images: readonly ApplicantImage[], label: string) {
  const image = images.find((one) => one.label === label && !one.deletedAt)
  return image ? { id: image.id, url: await openImage(ctx, image.id) } : null
}
