import type { AuditLine } from "#core/approvals/list-audit.server.ts"

/** A line of the audit log. `times` counts the adjacent views by one actor of one person that it combines. */
export type FoldedLine = AuditLine & { times: number }

/**
 * Folds adjacent views by one actor into one line: opening an application logs a view for each of its private images,
 * and decisions would be lost among them.
 */
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
