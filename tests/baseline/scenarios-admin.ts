import { type Stage, UNKNOWN } from "./stage.ts"

const LISTS = [
  "GET /admin/approvalSeller",
  "GET /admin/SellersApproved",
  "GET /admin/SellersDenied",
  "GET /admin/delivererNeedOfApproval",
  "GET /admin/DeliverersApproved",
  "GET /admin/DeliverersDenied",
]

/** An admin's lists, images and decisions. */
export async function administration({ recorder, build }: Stage): Promise<void> {
  const waiting = { approval: "waiting", onboarded: null, subscription: "none" } as const
  const one = await build.market("First Applicant", waiting)
  const two = await build.market("Second Applicant", waiting)
  const courier = await build.courier("Applicant", { approval: "waiting" })
  const other = await build.courier("Opponent", { approval: "waiting" })
  const admin = await build.signedIn("admin", await build.admin("Adam Admin"))
  await recorder.all("admin", admin, [
    ...LISTS,
    "GET /admin/approvalSeller?page=2",
    "GET /admin/approvalSeller?page=0",
    `GET /admin/getImages/${one.sellerId}`,
    `GET /admin/getImagesDeliverers/${courier.userId}`,
    `GET /admin/getImages/${UNKNOWN}`,
    [`PUT /admin/approveSeller/${one.sellerId}`, {}],
    [`PUT /admin/approveSeller/${one.sellerId}`, {}],
    [`PUT /admin/denySeller/${one.sellerId}`, { approval: "approved", reason: "Closed." }],
    [`PUT /admin/denySeller/${two.sellerId}`, { reason: "The certificate is out of date." }],
    [`PUT /admin/denySeller/${two.sellerId}`, { reason: "x".repeat(301) }],
    [`PUT /admin/approveDeliverer/${courier.userId}`, {}],
    [`PUT /admin/denyDeliverer/${courier.userId}`, {}],
    [`PUT /admin/denyDeliverer/${other.userId}`, {}],
    [`PUT /admin/approveDeliverer/${UNKNOWN}`, {}],
    ...LISTS,
    "GET /badges",
  ])
}
