/** A problem found by a check, with a location that an editor can open. */
export interface Fault {
  file: string
  line: number
  message: string
}

/** One line per fault, `path:line: message`; undefined if there are none. */
export const printed = (faults: readonly Fault[]): string | undefined =>
  faults.length === 0
    ? undefined
    : faults.map(({ file, line, message }) => `${file}:${line}: ${message}`).join("\n")

/** The line of the offset in the text, from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length
