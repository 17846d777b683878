import type { AuditLine } from "#core/approvals/list-audit.server.ts"

/** A line of the log, and what else its actor looked at of the same person right before and after. */
export type FoldedLine = AuditLine & { times: number }

/** Looking at one application opens several private images: one line of the log, so that decisions stay in sight. */
export function foldViews(lines: readonly AuditLine[]): FoldedLine[] {
  const folded: FoldedLine[] = []
  for (const line of lines) {
    const last = folded.at(-1)
    if (!last || !isSameLook(last, line)) folded.push({ ...line, times: 1 })
    else {
      last.times += 1
      last.details = { ...last.details, picture: together(last, line) }
    }
  }
  return folded
}

const isSameLook = (a: AuditLine, b: AuditLine) =>
  a.action === "image.viewed" &&
  b.action === "image.viewed" &&
  a.actorEmail === b.actorEmail &&
  a.details.ownerId === b.details.ownerId

const together = (...lines: AuditLine[]) =>
  [...new Set(lines.flatMap(({ details }) => String(details.picture ?? "picture").split(", ")))].join(", ")
