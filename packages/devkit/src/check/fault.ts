/** Something that a check found, at a place that an editor can open. */
export interface Fault {
  file: string
  line: number
  message: string
}

/** One line each: `path:line: message`. Nothing where there is no fault. */
export const printed = (faults: readonly Fault[]): string | undefined =>
  faults.length === 0
    ? undefined
    : faults.map(({ file, line, message }) => `${file}:${line}: ${message}`).join("\n")

/** The line of a text in which this offset is, from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length
