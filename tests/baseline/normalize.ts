/**
 * Replaces values that differ between two runs (identifiers, times, tokens, ports) by placeholders, and nothing else:
 * prices, counts, statuses, names of cookies and cache headers do not change.
 */
export type Normalizer = {
  /**
   * Gives a value a readable name: every occurrence becomes `<name>`. Later names take precedence over placeholders.
   */
  name(value: string, as: string): void
  /**
   * Returns the text with placeholders. Identifiers without a name are numbered by their first appearance, `<id 1>`.
   * Numbering restarts with each `section`, so that an additional identifier does not renumber the whole file.
   */
  normalize(text: string): string
  /** Forgets the numbers, but not the names. */
  section(): void
}

export function createNormalizer(names: Readonly<Record<string, string>> = {}): Normalizer {
  const known = new Map(Object.entries(names))
  let numbers = createNumbers()
  return {
    name: (value, as) => void known.set(value, as),
    section() {
      numbers = createNumbers()
    },
    normalize(text) {
      const named = [...known]
        .sort(([a], [b]) => b.length - a.length)
        .reduce((done, [value, as]) => replaceNamed(done, value, `<${as}>`), text)
      return PATTERNS.reduce(
        (done, [pattern, placeholder]) =>
          done.replace(pattern, (found: string, ...groups: unknown[]) =>
            placeholder(found, numbers, typeof groups[0] === "string" ? groups[0] : ""),
          ),
        named,
      )
    },
  }
}

/** Also replaces the URL-encoded value. */
function replaceNamed(text: string, value: string, placeholder: string): string {
  return text.replaceAll(value, placeholder).replaceAll(encodeURIComponent(value), placeholder)
}

type Numbers = (kind: string, value: string) => string
type Placeholder = (found: string, numbers: Numbers, group: string) => string

function createNumbers(): Numbers {
  const seen = new Map<string, Map<string, number>>()
  return (kind, value) => {
    const ofKind = seen.get(kind) ?? new Map<string, number>()
    seen.set(kind, ofKind)
    const number = ofKind.get(value) ?? ofKind.size + 1
    ofKind.set(value, number)
    return `<${kind} ${number}>`
  }
}

const STRIPE_KINDS =
  "acct|ba|btok|card|ch|cs|cus|evt|fee|fr|ii|in|il|src|po|pi|pm|price|prod|py|re|req|seti|si|sub|tax|taxcalc|taxtxn|tr|trr|txn|txr|whsec|we"
const MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
const SHORT_MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec"
const YEAR = "(?:202[5-9]|20[3-9]\\d)"
const DAY = `(?:${MONTHS}|${SHORT_MONTHS})\\.? \\d{1,2}, ${YEAR}|\\d{1,2}/\\d{1,2}/${YEAR}`
const CLOCK = "\\d{1,2}:\\d{2}(?::\\d{2})?\\s?[AP]M"
const WINDOW = `(?:Today|Tomorrow|\\w{3}, (?:${SHORT_MONTHS}) \\d{1,2}), (?:noon|midnight|\\d{1,2}(?: [ap]m)?)–(?:noon|midnight|\\d{1,2} [ap]m)`

/** Applied in this order: a later pattern does not see what an earlier one replaced. */
const PATTERNS: readonly (readonly [RegExp, Placeholder])[] = [
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, (id, n) => n("id", id.toLowerCase())],
  // Idempotency keys of forms, which a browser sends once.
  [/\b[\da-f]{1,2}(?:-[\da-f]{1,2}){15}\b/g, (key, n) => n("key", key)],
  // Email addresses that the factories give people.
  [/\b([a-z]+)-\d+-[\da-f]{8}@example\.test\b/g, (email, n, who) => n(`${who}'s email`, email)],
  [
    new RegExp(`\\b(${STRIPE_KINDS})_(?:sandbox_|test_)?[A-Za-z0-9]{8,}(?:_secret_[A-Za-z0-9]+)?`, "g"),
    (id, n, kind) => n(id.includes("_secret_") ? `${kind} secret` : kind, id),
  ],
  // The sandbox's tokens have 24 characters. Tokens that Stripe names ("tok_chargeDeclined") are content.
  [/\btok_[A-Za-z0-9]{24}\b/g, (id, n) => n("tok", id)],
  [/\bct_[A-Za-z0-9]{24}\b/g, (id, n) => n("ct", id)],
  [/\b(?:https?|wss?):\/\/(?:localhost|127\.0\.0\.1):\d+/g, (origin, n) => n("origin", origin)],
  [/'nonce-[^']+'/g, () => "'nonce-<nonce>'"],
  [/ nonce="[^"]+"/g, () => ' nonce="<nonce>"'],
  // Work in progress, on the operators' page.
  [
    /^(In use|Idle|Waiting for one|For the queues|For the rooms|Oldest has waited|Unprocessed): \S+( s\b)?/gm,
    (found) => found.replace(/: .*/, ": <number>"),
  ],
  [/^(mail|money|places|push|images|sweeps) \|.*/gm, (found) => found.replace(/\|.*/, "| <numbers>")],
  [/'sha(?:256|384|512)-[^']+'/g, () => "'<hash of a script>'"],
  [/\/assets\/[\w.~-]+\.(\w+)/g, (_, __, extension) => `/assets/<file>.${extension}`],
  [
    new RegExp(
      `\\b${YEAR}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?(?:Z|[+-]\\d\\d(?::?\\d\\d)?)?`,
      "g",
    ),
    () => "<time>",
  ],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, () => "<time>"],
  // An hour after a delivery, in the market's time zone.
  [/(?<=You can use this number until )[^.\n]+(?=\.)/g, () => "<clock time>"],
  // When an order was delivered, which is as late as the run came to it.
  [/(?<=\bwas delivered to [^\n]* on \w{3}, \w{3} \d{1,2}, )\d{1,2}:\d\d [ap]m/g, () => "<clock time>"],
  // When an order is due that was placed for as soon as possible, and how long that is from now.
  [/(?<=^(?:### |Due ))\d{1,2}:\d\d [ap]m(?:, (?:now|in \S.*|\S.* late))?$/gm, () => "<clock time>"],
  // A list of windows, without those between the first and the last.
  [new RegExp(`(?<=\\b${WINDOW}\\s*)(?:${WINDOW}\\s*)+(?=${WINDOW})`, "g"), () => "… "],
  [/(\{"starts_at":"<time>","ends_at":"<time>","full":false\})(?:,\s*\1)+/g, (_, __, one) => one],
  [new RegExp(`(?<=\\b(?:${DAY}),? (?:at )?)${CLOCK}`, "g"), () => "<clock time>"],
  // Seconds and milliseconds since 1970, as Stripe and JavaScript format times.
  [/\b1[7-9]\d{8}(?:\d{3})?\b/g, () => "<time>"],
  [/\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/g, (code, n) => (isOrderNumber(code) ? n("order number", code) : code)],
  [/\b[\da-f]{32,}\b/g, (hash, n) => n("hash", hash)],
  [
    /(?<![\w/-])[\w-]{22,}(?:\.[\w-]{16,})*=*(?![\w-])/g,
    (text, n) => (isRandom(text) ? n("token", text) : text),
  ],
]

/** The product's order numbers contain no I, L, O, U, 0 and 1. Words such as "ONLY-TEST" do. */
const isOrderNumber = (code: string) => !/[ILOU01]/.test(code)

/** Random strings mix uppercase and lowercase letters and, almost always, digits; words and field names do not. */
const isRandom = (text: string) =>
  /[a-z]/.test(text) &&
  /[A-Z]/.test(text) &&
  (/\d/.test(text) || (text.length >= 32 && !/^[a-z]+_[a-z]/.test(text)))
