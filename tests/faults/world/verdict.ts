/** The result of a run: figures for the table, and faults. */
export interface Verdict {
  figures: Record<string, string | number>
  faults: string[]
}

/** Collects faults. A run continues after a fault, so that it reports all of them. */
export function newVerdict() {
  const verdict: Verdict = { figures: {}, faults: [] }
  return {
    verdict,
    note(figures: Verdict["figures"]) {
      Object.assign(verdict.figures, figures)
    },
    expect(isSo: boolean, otherwise: string) {
      if (!isSo) verdict.faults.push(otherwise)
    },
  }
}
export type Notes = ReturnType<typeof newVerdict>

/** These counts must be zero at the end of every run, no matter what broke during it. */
export function expectBalanced(notes: Notes, books: object): void {
  for (const [name, value] of Object.entries(books))
    if (name !== "orders") notes.expect(value === 0, `${name}: ${value}`)
}
