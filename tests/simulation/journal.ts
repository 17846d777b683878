import { createHash } from "node:crypto"

/** Our own and the provider's ids. */
const IDS =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b(?:[a-z]{2,5}|cs_test|price)_[A-Za-z0-9]{24}\b/g

/** A log of everything that happened. Ids are replaced by numbers in the order of their first appearance. */
export class Journal {
  readonly lines: string[] = []
  private readonly hash = createHash("sha256")
  private readonly numbers = new Map<string, number>()

  /** `show` gets each line as it is written. */
  constructor(private readonly show: (line: string) => void = () => {}) {}

  write(text: string): void {
    const line = text.replaceAll(IDS, (id) => {
      const number = this.numbers.get(id) ?? this.numbers.size + 1
      this.numbers.set(id, number)
      return `#${number}`
    })
    this.lines.push(line)
    this.hash.update(`${line}\n`)
    this.show(line)
  }

  /** Returns the digest of all lines so far. */
  digest(): string {
    return this.hash.copy().digest("hex").slice(0, 16)
  }
}
