/** A page as plain data, for rendering the same page with React alone. */
export type Node =
  | string
  | { tag: string; attributes: Record<string, string>; html?: string; children: Node[] }

const VOID = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "wbr",
])
const RAW = new Set(["script", "style"])
const RENAMED: Record<string, string> = { class: "className", for: "htmlFor", style: "data-style" }

/** Parses the HTML of one of our own pages. */
export async function readTree(html: string): Promise<Node> {
  const root = { tag: "html", attributes: {}, children: [] as Node[] }
  const open: { tag: string; html?: string; children: Node[] }[] = []
  const rewriter = new HTMLRewriter()
    .on("*", {
      element(element) {
        const { tagName: tag } = element
        const node = { tag, attributes: attributesOf(element.attributes), children: [] as Node[] }
        const current = tag === "html" ? root : node
        if (tag !== "html") open.at(-1)?.children.push(node)
        if (VOID.has(tag)) return
        open.push(current)
        if (element.canHaveContent) element.onEndTag(() => void open.pop())
        else open.pop()
      },
    })
    .onDocument({
      text(text) {
        const current = open.at(-1)
        if (!current || !text.text) return
        if (RAW.has(current.tag)) current.html = (current.html ?? "") + text.text
        else current.children.push(text.text)
      },
    })
  await rewriter.transform(new Response(html)).text()
  return root
}

function attributesOf(attributes: Iterable<string[]>): Record<string, string> {
  return Object.fromEntries([...attributes].map(([name = "", value = ""]) => [RENAMED[name] ?? name, value]))
}
