import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type ESTree, parseSync, Visitor } from "vite"
import { lineAt } from "./fault.ts"

/**
 * A text node that breaks when the browser translates the page: the browser replaces it with its own elements. React
 * then can no longer change or remove that text (the old number stays, or NotFoundError breaks the page), nor insert an
 * element before it. A text that is its element's only child is safe: React sets the content of the element as a whole.
 * Each expression is analyzed for what it can render: text or elements, fixed or changing. An unknown expression counts
 * as changing text.
 */
interface BareText {
  file: string
  line: number
  problem: string
}

/** For npm run check: checks all of app/. */
export function checkBareTexts(root: string): string | undefined {
  const paths = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".tsx") && !path.endsWith(".test.tsx"))
    .map((path) => `app/${path.replaceAll("\\", "/")}`)
  if (paths.length === 0) return "No component was found, so this proved nothing."
  const found = findBareTexts(root, paths)
  if (found.length === 0) return undefined
  const places = found.map(({ file, line, problem }) => `${file}:${line}: ${problem}`)
  return `${places.join("\n")}\nMake it one template literal, or put the text into a <span> (CONTRIBUTING.md, "A text that changes").`
}

/** What one child of an element can render. `fixed`: always there, and always the same. */
interface Kind {
  text?: "fixed" | "changing" | undefined
  element?: "fixed" | "changing" | undefined
  /** The text is its own node even without siblings: in a fragment, in a list, or at a component's root. */
  isNode?: boolean | undefined
}

type Node = ESTree.Node
type WithChildren = ESTree.JSXElement | ESTree.JSXFragment
type FunctionNode = ESTree.Function | ESTree.ArrowFunctionExpression
interface Source {
  file: string
  program: ESTree.Program
  lineOf(offset: number): number
  /** The declarations of each name, anywhere in the file. */
  values: Map<string, Node[]>
  /** The declared kind and position of each property and parameter: props are declared above their component. */
  types: Map<string, { at: number; kind: Kind }[]>
  /** The source of each imported name: a path below the root. */
  imports: Map<string, { file: string; name: string }>
}

const NOTHING: Kind = {}
/** Whitespace is not translated, but text next to it is not an only child. */
const SPACE: Kind = {}
const ELEMENT: Kind = { element: "fixed" }
const ELEMENTS: Kind = { element: "changing" }
const FIXED_TEXT: Kind = { text: "fixed" }
/** Also used for unknown expressions, because they may be text. */
const CHANGING_TEXT: Kind = { text: "changing" }

/** Components of packages that add no element around their children, and those that always render one element. */
const WITHOUT_ELEMENT = /^(Suspense|Fragment|StrictMode|Activity|FormProvider|\w+\.Provider|\w+Context)$/
const ALWAYS_ELEMENT = /^(Link|NavLink|Form|fetcher\.Form|\w+\.Form)$/
const CONSTANT = /^[A-Z][A-Z0-9_]*$/

/** Checks the files at these paths below `root`. Components are known by name across all of them. */
export function findBareTexts(root: string, paths: readonly string[]): BareText[] {
  const sources = paths.map((path) => readSource(path, readFileSync(join(root, path), "utf8")))
  const kinds = new Kinds(sources)
  const found = new Map<string, BareText>()
  for (const source of sources) {
    const report = (node: Node, problem: string) => {
      const line = source.lineOf(node.start)
      found.set(`${source.file}:${line} ${problem}`, { file: source.file, line, problem })
    }
    const children = (node: WithChildren) => {
      const all = node.children.map((child) => kinds.of(source, child)).filter((kind) => kind !== NOTHING)
      const isAlone = all.length === 1 && kinds.isElement(source, node)
      if (all.some(({ text, isNode }) => text === "changing" && (isNode || !isAlone)))
        report(node, "a text that changes is not alone in its element")
      else if (!isAlone && all.some(({ text }) => text) && all.some(({ element }) => element === "changing"))
        report(node, "an element comes or goes beside bare text")
    }
    const branches = (node: Node) => {
      const { text, isNode } = kinds.of(source, node)
      if (text === "changing" && isNode && branchesOf(node).some(isJsx))
        report(node, "bare text comes or goes")
    }
    new Visitor({
      JSXElement: children,
      JSXFragment: children,
      ConditionalExpression: branches,
      LogicalExpression: branches,
    }).visit(source.program)
  }
  return [...found.values()]
}

class Kinds {
  readonly #sources: Map<string, Source>
  /** The nodes being analyzed: a component may contain itself. */
  readonly #open = new Set<Node>()

  constructor(sources: readonly Source[]) {
    this.#sources = new Map(sources.map((source) => [source.file, source]))
  }

  /** Whether the node is an element, or a component that renders one around its children. */
  isElement(source: Source, node: WithChildren): boolean {
    return node.type === "JSXElement" && !this.#addsNoElement(source, nameOf(node))
  }

  of(source: Source, node: Node | null | undefined): Kind {
    if (!node || this.#open.has(node)) return NOTHING
    this.#open.add(node)
    try {
      return this.#of(source, node)
    } finally {
      this.#open.delete(node)
    }
  }

  #of(source: Source, node: Node): Kind {
    switch (node.type) {
      case "JSXText":
        return ofJsxText(node.value)
      case "JSXExpressionContainer":
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "TSNonNullExpression":
      case "ChainExpression":
        return this.of(source, node.expression)
      case "JSXEmptyExpression":
        return NOTHING
      case "Literal":
        if (typeof node.value === "string") return node.value.trim() ? FIXED_TEXT : SPACE
        return typeof node.value === "number" ? FIXED_TEXT : NOTHING
      case "TemplateLiteral":
        return node.expressions.every((part) => this.of(source, part).text === "fixed")
          ? FIXED_TEXT
          : CHANGING_TEXT
      case "ConditionalExpression":
        return either(this.of(source, node.consequent), this.of(source, node.alternate))
      case "LogicalExpression":
        return node.operator === "&&"
          ? either(NOTHING, this.of(source, node.right))
          : either(this.of(source, node.left), this.of(source, node.right))
      case "UnaryExpression":
        return node.operator === "!" || node.operator === "void" ? NOTHING : CHANGING_TEXT
      case "JSXFragment":
        return asNodes(together(node.children.map((child) => this.of(source, child))))
      case "JSXElement":
        return this.#ofElement(source, node)
      case "CallExpression":
        return this.#ofCall(source, node)
      case "Identifier":
        return this.#ofName(source, node.name, node)
      case "MemberExpression":
        return !node.computed && node.property.type === "Identifier"
          ? (declaredAs(source, node.property.name, node) ?? CHANGING_TEXT)
          : CHANGING_TEXT
      default:
        return isFunction(node) ? this.#returned(source, node) : CHANGING_TEXT
    }
  }

  #ofElement(source: Source, node: ESTree.JSXElement): Kind {
    const name = nameOf(node)
    if (/^[a-z][\w-]*$/.test(name) || ALWAYS_ELEMENT.test(name)) return ELEMENT
    if (this.#addsNoElement(source, name))
      return asNodes(together(node.children.map((child) => this.of(source, child))))
    const component = this.#functionNamed(source, name)
    return component ? asNodes(this.of(component.source, component.node)) : ELEMENTS
  }

  /** A list that a callback's result is mapped to, or the result of one of our functions. */
  #ofCall(source: Source, node: ESTree.CallExpression): Kind {
    const { callee } = node
    if (callee.type === "MemberExpression" && callee.property.type === "Identifier") {
      const [callback] = node.arguments
      if (!/^(map|flatMap)$/.test(callee.property.name) || !callback) return CHANGING_TEXT
      return asNodes(either(NOTHING, this.of(source, callback)))
    }
    if (callee.type !== "Identifier") return CHANGING_TEXT
    // Its content is rendered elsewhere, inside an element.
    if (callee.name === "createPortal") return NOTHING
    const called = this.#functionNamed(source, callee.name)
    return called
      ? this.of(called.source, called.node)
      : (declaredAs(source, callee.name, node) ?? CHANGING_TEXT)
  }

  #ofName(source: Source, name: string, node: Node): Kind {
    if (name === "undefined") return NOTHING
    if (CONSTANT.test(name)) return FIXED_TEXT
    const declared = declaredAs(source, name, node)
    if (declared) return declared
    const [value, ...others] = source.values.get(name) ?? []
    return value && others.length === 0 && !isFunction(value) ? this.of(source, value) : CHANGING_TEXT
  }

  #returned(source: Source, node: FunctionNode): Kind {
    if (node.returnType) return ofType(node.returnType.typeAnnotation)
    const [first = NOTHING, ...others] = returnsOf(node).map((value) => this.of(source, value))
    return others.reduce(either, first)
  }

  #functionNamed(source: Source, name: string): { source: Source; node: FunctionNode } | undefined {
    const imported = source.imports.get(name)
    const home = imported ? this.#sources.get(imported.file) : source
    const value = home?.values.get(imported?.name ?? name)?.find(isFunction)
    return home && value ? { source: home, node: value } : undefined
  }

  /** Whether the component renders its children at its root, without an element around them. */
  #addsNoElement(source: Source, name: string): boolean {
    if (WITHOUT_ELEMENT.test(name)) return true
    const component = this.#functionNamed(source, name)
    return component !== undefined && returnsOf(component.node).some(passesChildren)
  }
}

/** Either of the two is rendered. Even if both are elements, one can replace the other. */
function either(one: Kind, other: Kind): Kind {
  if (one === NOTHING && other === NOTHING) return NOTHING
  return {
    text: one.text || other.text ? "changing" : undefined,
    element: one.element || other.element ? "changing" : undefined,
    isNode: one.isNode || other.isNode,
  }
}

/** All of them are rendered, next to each other. */
function together(kinds: readonly Kind[]): Kind {
  const worst = (of: "text" | "element") =>
    kinds.some((kind) => kind[of] === "changing") ? "changing" : kinds.find((kind) => kind[of])?.[of]
  return { text: worst("text"), element: worst("element"), isNode: kinds.some(({ isNode }) => isNode) }
}

const asNodes = (kind: Kind): Kind => (kind.text ? { ...kind, isNode: true } : kind)

/** In JSX, lines that contain only whitespace are not text. */
function ofJsxText(text: string): Kind {
  if (text.trim()) return FIXED_TEXT
  return text.includes("\n") ? NOTHING : SPACE
}

function nameOf(node: ESTree.JSXElement): string {
  const text = (name: ESTree.JSXElementName | ESTree.JSXMemberExpressionObject): string =>
    name.type === "JSXMemberExpression"
      ? `${text(name.object)}.${name.property.name}`
      : "name" in name && typeof name.name === "string"
        ? name.name
        : "this"
  return text(node.openingElement.name)
}

const branchesOf = (node: Node): Node[] =>
  node.type === "ConditionalExpression"
    ? [...branchesOf(node.consequent), ...branchesOf(node.alternate)]
    : node.type === "LogicalExpression"
      ? [...branchesOf(node.left), ...branchesOf(node.right)]
      : [node]

const isJsx = ({ type }: Node) => type === "JSXFragment" || type === "JSXElement"

const isFunction = (node: Node): node is FunctionNode =>
  /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(node.type)

/** The values that the function itself returns, not those of functions inside it. */
function returnsOf(node: FunctionNode): Node[] {
  if (!node.body) return []
  if (node.body.type !== "BlockStatement") return [node.body]
  const found: Node[] = []
  let depth = 0
  const enter = () => void depth++
  const leave = () => void depth--
  new Visitor({
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    ReturnStatement(statement) {
      if (depth === 0 && statement.argument) found.push(statement.argument)
    },
  }).visit({ ...EMPTY, body: [...node.body.body] } as ESTree.Program)
  return found
}
const EMPTY = { type: "Program", sourceType: "module", hashbang: null, start: 0, end: 0 } as const

function passesChildren(node: Node): boolean {
  switch (node.type) {
    case "Identifier":
      return node.name === "children"
    case "MemberExpression":
      return node.property.type === "Identifier" && node.property.name === "children"
    case "JSXExpressionContainer":
      return passesChildren(node.expression)
    case "ConditionalExpression":
      return passesChildren(node.consequent) || passesChildren(node.alternate)
    case "LogicalExpression":
      return passesChildren(node.left) || passesChildren(node.right)
    case "JSXFragment":
      return node.children.some(passesChildren)
    case "JSXElement":
      return WITHOUT_ELEMENT.test(nameOf(node)) && node.children.some(passesChildren)
    default:
      return false
  }
}

/** The last declaration before the node. */
function declaredAs({ types }: Source, name: string, { start }: Node): Kind | undefined {
  const declared = types.get(name)
  return (declared?.findLast(({ at }) => at < start) ?? declared?.[0])?.kind
}

/** What a value of this type can render. */
function ofType(type: Node): Kind {
  switch (type.type) {
    case "TSNullKeyword":
    case "TSUndefinedKeyword":
    case "TSBooleanKeyword":
      return NOTHING
    case "TSLiteralType":
      return type.literal.type === "Literal" && typeof type.literal.value === "boolean"
        ? NOTHING
        : CHANGING_TEXT
    case "TSUnionType":
      return type.types.map(ofType).reduce(either)
    case "TSFunctionType":
      return ofType(type.returnType.typeAnnotation)
    case "TSParenthesizedType":
      return ofType(type.typeAnnotation)
    case "TSArrayType":
      return either(NOTHING, ofType(type.elementType))
    case "TSTypeReference": {
      const { typeName } = type
      const name = typeName.type === "Identifier" ? typeName.name : ""
      if (name === "Elements") return ELEMENTS
      return name === "ReactElement" ? ELEMENT : CHANGING_TEXT
    }
    default:
      return CHANGING_TEXT
  }
}

function readSource(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text, { astType: "ts", preserveParens: false })
  if (errors.length > 0) throw new Error(`${file} could not be parsed: ${errors[0]?.message}`)
  const source: Source = {
    file,
    program,
    lineOf: (offset) => lineAt(text, offset),
    values: new Map(),
    types: new Map(),
    imports: new Map(),
  }
  const value = (name: string, node: Node) =>
    source.values.set(name, [...(source.values.get(name) ?? []), node])
  const typed = (
    name: string,
    annotation: ESTree.TSTypeAnnotation | null | undefined,
    isOptional: boolean,
  ) => {
    if (!annotation) return
    const kind = ofType(annotation.typeAnnotation)
    const declared = isOptional ? either(NOTHING, kind) : kind
    const at = annotation.start
    source.types.set(name, [...(source.types.get(name) ?? []), { at, kind: declared }])
  }
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init) value(id.name, init)
    },
    FunctionDeclaration(node) {
      if (node.id) value(node.id.name, node)
    },
    TSPropertySignature({ key, typeAnnotation, optional }) {
      if (key.type === "Identifier") typed(key.name, typeAnnotation, optional)
    },
    Identifier(node) {
      if ("typeAnnotation" in node)
        typed(node.name, node.typeAnnotation as ESTree.TSTypeAnnotation | null, false)
    },
    ImportDeclaration({ source: from, specifiers }) {
      const path = from.value.startsWith("#") ? from.value.slice(1) : join(dirname(file), from.value)
      for (const specifier of specifiers)
        if (specifier.type === "ImportSpecifier" && specifier.imported.type === "Identifier")
          source.imports.set(specifier.local.name, { file: path, name: specifier.imported.name })
    },
  }).visit(program)
  return source
}
