/** The parts of a page that may repeat, from the outside in. */
const PARTS = ["main", "section", "form", "table"] as const
/** A shorter part is kept, because the line that would replace it is just as long. */
const SHORTEST = 4

/**
 * Replaces parts that an earlier page of the same recording also has with that page's name, so that a change to them is
 * recorded only once: a whole `<main>`, or a section, form or table in it. Expects normalized texts; parts that differ
 * only in the numbers of their identifiers are the same.
 */
export function repeats(): (title: string, text: string) => string {
  const seen = new Map<string, string>()
  const shorten = (title: string, lines: readonly string[], depth: number): string[] => {
    const tag = PARTS[depth]
    if (!tag) return [...lines]
    const out: string[] = []
    for (let at = 0; at < lines.length; at += 1) {
      const end = endOf(lines, at, tag)
      if (end < 0) {
        out.push(lines[at] ?? "")
        continue
      }
      const part = renumbered(lines.slice(at, end + 1).join("\n"))
      const first = seen.get(part)
      if (first && end - at + 1 >= SHORTEST)
        out.push(`<${tag}> ${beginningOf(part)}, as on ${first} </${tag}>`)
      else {
        seen.set(part, title)
        out.push(lines[at] ?? "", ...shorten(title, lines.slice(at + 1, end), depth + 1), lines[end] ?? "")
      }
      at = end
    }
    return out
  }
  return (title, text) => shorten(title, text.split("\n"), 0).join("\n")
}

/** The first line of a part that a reader sees, so that parts in another order look different. */
const beginningOf = (part: string) =>
  part.split("\n").find((line, at) => at > 0 && !line.includes(" hidden ") && !line.startsWith("<")) ??
  "nothing"

/**
 * Returns the index of the line that ends the element beginning on this line; -1 if no element with several lines
 * begins there.
 */
function endOf(lines: readonly string[], at: number, tag: string): number {
  const opens = (line: string) => line === `<${tag}>` || line.startsWith(`<${tag} `)
  if (!opens(lines[at] ?? "") || lines[at]?.endsWith(`</${tag}>`)) return -1
  let depth = 0
  for (let line = at; line < lines.length; line += 1) {
    const text = lines[line] ?? ""
    if (opens(text) && !text.endsWith(`</${tag}>`)) depth += 1
    if (text === `</${tag}>`) depth -= 1
    if (depth === 0) return line
  }
  return -1
}

/** Numbers the identifiers of a part by their order in this part. */
function renumbered(part: string): string {
  const numbers = new Map<string, Map<string, number>>()
  return part.replace(/<([^<>]+) (\d+)>/g, (_, kind: string, number: string) => {
    const ofKind = numbers.get(kind) ?? new Map<string, number>()
    numbers.set(kind, ofKind)
    const own = ofKind.get(number) ?? ofKind.size + 1
    ofKind.set(number, own)
    return `<${kind} ${own}>`
  })
}
