import { expect, it } from "vitest"
import { foldViews } from "./fold-views.ts"

const line = (action: string, details: Record<string, unknown> = {}, actorEmail = "ada@pushcart.test") => ({
  id: crypto.randomUUID(),
  at: new Date(0),
  actor: "Ada",
  actorEmail,
  action,
  subjectType: "image",
  subjectId: crypto.randomUUID(),
  subject: "Sam Seller",
  details,
})
const look = (picture: string, ownerId = "sam", by?: string) => line("image.viewed", { picture, ownerId }, by)

it("shows looks at one person's pictures as one line that names them, and each decision by itself", {
  tags: ["ADMIN-9"],
}, () => {
  const shown = foldViews([
    look("owner ID"),
    look("certificate"),
    look("owner ID"),
    line("seller.denied", { reason: "Blurred." }),
    look("owner ID"),
    look("photo ID", "tom"),
    look("photo ID", "tom", "ben@pushcart.test"),
  ])
  expect(shown.map(({ action, times, details }) => [action, times, details.picture])).toEqual([
    ["image.viewed", 3, "owner ID, certificate"],
    ["seller.denied", 1, undefined],
    ["image.viewed", 1, "owner ID"],
    ["image.viewed", 1, "photo ID"],
    ["image.viewed", 1, "photo ID"],
  ])
})
