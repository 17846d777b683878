/**
 * Returns a page as a person without JavaScript sees it, as lines: landmarks, headings, texts, links, fields and
 * buttons in order. Classes, ids and file names are left out, because they change without any visible effect.
 */
export function readPage(html: string): string {
  const page = createLines()
  const reader = createReader(page)
  new HTMLRewriter()
    .on("meta[name='description'], meta[name='robots']", {
      element: (meta) =>
        page.line(`meta ${meta.getAttribute("name")}: ${decoded(meta.getAttribute("content"))}`),
    })
    .on("*", {
      element(element) {
        const hides = isHidden(element)
        if (hides) page.hide(1)
        const ends = reader(element)
        if (!element.canHaveContent) return
        // One handler for each element, because a second one would replace it.
        element.onEndTag(() => {
          ends?.()
          if (hides) page.hide(-1)
        })
      },
      text: ({ text }) => page.add(decoded(text)),
    })
    .transform(html)
  return page.text()
}

type Element = HTMLRewriterTypes.Element
type Lines = ReturnType<typeof createLines>
/** Adds lines at an element's start, and returns a function for its end. */
type Reader = (element: Element) => (() => void) | undefined

function createReader(page: Lines): Reader {
  const fields = fieldReaders(page)
  return (element) => {
    const { tagName: tag } = element
    if (SILENT.has(tag)) {
      const label = tag === "svg" ? element.getAttribute("aria-label") : null
      if (label) page.add(`{${decoded(label)}}`)
      page.silence(1)
      return () => page.silence(-1)
    }
    const special = fields[tag]
    if (special) return special(element)
    const role = element.getAttribute("role")
    if (role && ROLES.has(role)) {
      page.flush()
      page.add(`[${role}] `)
    }
    if (LANDMARKS.has(tag)) {
      page.line(`<${tag}${attributes(element, LANDMARK)}>`)
      return () => page.line(`</${tag}>`)
    }
    if (tag === "td" || tag === "th") return () => page.add(" | ")
    if (INLINE.has(tag)) return undefined
    if (tag === "dt") {
      page.flush()
      return () => page.add(": ")
    }
    if (tag !== "dd") page.flush()
    if (/^h[1-6]$/.test(tag)) page.add(`${"#".repeat(Number(tag[1]))} `)
    if (tag === "li") page.add("- ")
    return page.flush
  }
}

/** Readers for elements that show more than their text. */
function fieldReaders(page: Lines): Record<string, Reader> {
  const options: { value: string | null; text: string; selected: boolean }[] = []
  return {
    br() {
      page.flush()
      return undefined
    },
    title() {
      page.add("title: ")
      return page.flush
    },
    noscript() {
      page.flush()
      // The parser treats the contents as one text.
      let inside = ""
      page.capture((text) => {
        inside += text
      })
      return () => {
        page.capture(null)
        page.line(inside.replace(/<[^>]*>/g, " "))
      }
    },
    img(element) {
      const alt = decoded(element.getAttribute("alt"))
      if (alt) page.add(`{image ${JSON.stringify(alt)}} `)
      return undefined
    },
    input(element) {
      page.line(field(element, element.getAttribute("type") ?? "text"))
      return undefined
    },
    option(element) {
      const selected = element.hasAttribute("selected")
      const option = { value: element.getAttribute("value"), text: "", selected }
      options.push(option)
      page.capture((text) => {
        option.text += text
      })
      return () => page.capture(null)
    },
    select(element) {
      const shown = field(element, "select")
      options.length = 0
      return () => page.line(`${shown} ${optionsText(options)}`)
    },
    textarea(element) {
      page.flush()
      page.add(`${field(element, "textarea")} value=`)
      return page.flush
    },
    a(element) {
      const { open, close } = link(element)
      page.add(open)
      page.join(1)
      return () => {
        page.join(-1)
        page.add(`${close} `)
      }
    },
    button(element) {
      page.flush()
      page.add(`(button${attributes(element, BUTTON)}) `)
      page.join(1)
      return () => {
        page.join(-1)
        page.flush()
      }
    },
  }
}

const SILENT = new Set(["script", "style", "template", "svg"])
const INLINE = new Set(
  "a abbr b bdi cite code em i kbd label mark output q s small span strong sub sup time u data meter progress wbr".split(
    " ",
  ),
)
const LANDMARKS = new Set(
  "header nav main footer aside section article form dialog fieldset details table search".split(" "),
)
const ROLES = new Set([
  "alert",
  "status",
  "dialog",
  "tablist",
  "tab",
  "img",
  "progressbar",
  "region",
  "group",
])
const LANDMARK = ["aria-label", "method", "action", "enctype", "open", "popover", "novalidate"]
const BUTTON = [
  "type",
  "name",
  "value",
  "formaction",
  "disabled",
  "aria-label",
  "popovertarget",
  "aria-expanded",
]
const FIELD =
  "value checked required readonly disabled multiple min max step minlength maxlength pattern accept placeholder autocomplete inputmode aria-invalid aria-label".split(
    " ",
  )
/** Attributes that name an id of ours, of which only the presence is recorded. */
const NAMELESS = new Set(["popovertarget"])

const isHidden = (element: Element) =>
  element.hasAttribute("hidden") ||
  element.hasAttribute("popover") ||
  (element.tagName === "dialog" && !element.hasAttribute("open"))

function attributes(element: Element, names: readonly string[]): string {
  return names
    .filter((name) => element.hasAttribute(name))
    .map((name) => {
      const value = decoded(element.getAttribute(name))
      return value === "" || NAMELESS.has(name) ? ` ${name}` : ` ${name}=${JSON.stringify(value)}`
    })
    .join("")
}

function field(element: Element, type: string): string {
  const name = element.getAttribute("name")
  return `field ${name ? decoded(name) : "(without a name)"} ${type}${attributes(element, FIELD)}`
}

function link(element: Element) {
  const label = element.getAttribute("aria-label")
  const notes = [
    ...(label ? [`named ${JSON.stringify(decoded(label))}`] : []),
    ...(element.hasAttribute("aria-current") ? ["current"] : []),
    ...(element.hasAttribute("download") ? ["download"] : []),
    ...(element.hasAttribute("target") ? [`target ${element.getAttribute("target")}`] : []),
  ]
  const href = decoded(element.getAttribute("href"))
  const note = notes.length > 0 ? `{${notes.join(", ")}}` : ""
  // A link's target within the page is an id, so it is recorded as `#place`.
  return { open: "[", close: `](${href.startsWith("#") ? "#place" : href})${note}` }
}

/** Returns all options of a short list, and the count, the first and the last ones of a long one. */
function optionsText(options: readonly { value: string | null; text: string; selected: boolean }[]): string {
  const shown = options.map(({ value, text, selected }) => {
    const label = text.trim()
    const same = value === null || decoded(value) === label
    return `${same ? label : `${label}=${JSON.stringify(decoded(value))}`}${selected ? " (selected)" : ""}`
  })
  if (shown.length <= 12) return `options: ${shown.join(" · ")}`
  const chosen = shown.slice(1, -1).filter((text) => text.endsWith("(selected)"))
  return `${shown.length} options: ${[shown[0], "…", ...chosen.flatMap((one) => [one, "…"]), shown.at(-1)].join(" · ")}`
}

function createLines() {
  const lines: string[] = []
  let current = ""
  let silent = 0
  let hidden = 0
  let joined = 0
  let captured: ((text: string) => void) | null = null
  function flush(): void {
    if (joined > 0) {
      current += " "
      return
    }
    const line = current.replace(/\s+/g, " ").replace(/\[ /g, "[").replace(/ \]\(/g, "](").trim()
    current = ""
    if (line && line !== "-") lines.push(hidden > 0 ? `(hidden) ${line}` : line)
  }
  return {
    flush,
    line(text: string) {
      flush()
      if (silent > 0) return
      current = text
      flush()
    },
    add(text: string) {
      if (silent > 0) return
      if (captured) captured(text)
      else current += text
    },
    /** Joins everything in a link or a button to one line. */
    join(step: 1 | -1) {
      joined += step
    },
    capture(take: typeof captured) {
      captured = take
    },
    silence(step: 1 | -1) {
      silent += step
    },
    hide(step: 1 | -1) {
      flush()
      hidden += step
    },
    text() {
      flush()
      return lines.join("\n")
    },
  }
}

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&nbsp;": " ",
}

function decoded(text: string | null): string {
  return (text ?? "").replace(/&(amp|lt|gt|quot|#x27|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
}
