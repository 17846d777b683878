/** What a run found: figures for the table, and what should not have been. */
export interface Verdict {
  figures: Record<string, string | number>
  faults: string[]
}

/** Collects what has to hold; a run goes on after a fault, so that one shows all of them. */
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

/** Nothing of this may be there at the end of any run, whatever broke meanwhile. */
export function expectBalanced(notes: Notes, books: object): void {
  for (const [name, value] of Object.entries(books))
    if (name !== "orders") notes.expect(value === 0, `${name}: ${value}`)
}
