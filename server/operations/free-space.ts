import { existsSync, statfsSync } from "node:fs"

/** PostgreSQL's first files take about 60 MB; with less space than this, a start would fail halfway. */
export const NEEDED_MB = { first: 160, later: 24 }

export function freeMegabytesOn(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return Math.floor((bavail * bsize) / 1_048_576)
}

/** Whether files can still be added to the folder; a folder that does not exist yet is not full. */
export function hasRoom(path: string): boolean {
  return !existsSync(path) || freeMegabytesOn(path) >= NEEDED_MB.later
}
