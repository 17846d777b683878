import type { ICruiseOptions, IForbiddenRuleType } from "dependency-cruiser"

const TESTS = "(\\.test\\.tsx?$|^tests/|^packages/[^/]+/tests/)"
const SERVER_FILE = "\\.server\\.tsx?$"
const FRAMEWORKS =
  "(^|/)node_modules/(react-router|@react-router|hono|bullmq|partykit|partysocket|stripe|better-auth)/"

/** The arrows of ARCHITECTURE.md. Each rule's comment is the message for a violation. */
export const FORBIDDEN: IForbiddenRuleType[] = [
  {
    name: "pure-core-is-pure",
    comment:
      "A plain file of core/ imports only plain files of core/ and zod. What needs more is a .server.ts.",
    severity: "error",
    // The context imports the database's type. @turf/distance is a formula: no clock, no disk, no network.
    // OpenTelemetry's API does nothing by itself; only server/adapters/telemetry/ registers an SDK for it.
    from: { path: "^core/", pathNot: [SERVER_FILE, TESTS, "^core/context\\.ts$"] },
    to: {
      pathNot: [
        "^core/(?!.*\\.server\\.tsx?$)",
        "(^|/)node_modules/(zod|@turf/distance|@opentelemetry/api)/",
      ],
    },
  },
  {
    name: "core-knows-no-framework",
    comment: "The domain knows no framework and no provider; core/ports/ says what it needs of them.",
    severity: "error",
    from: { path: "^core/", pathNot: TESTS },
    to: { path: [FRAMEWORKS, "^(app|server|workers|party)/"] },
  },
  {
    name: "db-imports-only-pure-core",
    comment: "db/ is the schema and the data: of ours it imports only values of core/'s plain files.",
    severity: "error",
    from: { path: "^db/", pathNot: TESTS },
    to: { path: ["^(app|server|workers|party)/", `^core/.*${SERVER_FILE}`, "^core/(context\\.ts|ports/)"] },
  },
  {
    name: "edges-ask-core-not-db",
    comment: "Routes, API, webhooks, workers and rooms call a command or query of core/, never the database.",
    severity: "error",
    from: {
      path: "^(app|workers|party|server/(api|webhooks|http|auth|dev))/",
      pathNot: [TESTS, "^server/auth/"],
    },
    to: { path: "^db/" },
  },
  {
    name: "party-runs-anywhere",
    comment: "party/ also runs on Cloudflare: nothing of Bun, Node, the database or a .server.ts.",
    severity: "error",
    from: { path: "^party/", pathNot: TESTS },
    to: { path: ["^(bun|node:)", "^(db|server|app|workers)/", SERVER_FILE] },
  },
  {
    name: "party-runs-anywhere-builtins",
    comment: "party/ also runs on Cloudflare, which has none of Node's modules.",
    severity: "error",
    from: { path: "^party/", pathNot: TESTS },
    to: { dependencyTypes: ["core"] },
  },
  {
    name: "app-imports-no-other-edge",
    comment: "Pages import core/ and themselves; of the rooms, only the browser's side.",
    severity: "error",
    from: { path: "^app/", pathNot: TESTS },
    to: { path: "^(server|workers|party)/", pathNot: "^party/client\\.ts$" },
  },
  {
    name: "workers-import-no-other-edge",
    comment: "Workers import core/ and what server/adapters/ gives them.",
    severity: "error",
    from: { path: "^workers/", pathNot: TESTS },
    to: { path: "^(app|party|server)/", pathNot: "^server/(adapters/|compose\\.ts$)" },
  },
  {
    name: "server-imports-of-app-only-the-context",
    comment:
      "The server hands pages their context, reads their handle and shares their apology: no more than that.",
    severity: "error",
    from: { path: "^server/", pathNot: TESTS },
    to: { path: "^app/", pathNot: "^app/(context|page-handle|error-words)\\.ts$" },
  },
  {
    name: "only-compose-wires",
    comment:
      "API, webhooks and the http plumbing reach the outside through the runtime that compose.ts wired.",
    severity: "error",
    from: { path: "^server/(api|webhooks)/", pathNot: TESTS },
    to: { path: "^(workers|party)/" },
  },
  {
    name: "sandbox-is-a-program-of-its-own",
    comment: "The Stripe sandbox imports nothing of ours, or it would prove our own mistakes right.",
    severity: "error",
    from: { path: "^packages/stripe-sandbox/" },
    to: { path: "^(app|bench|core|db|party|server|tests|workers|packages/(?!stripe-sandbox/))" },
  },
  {
    name: "product-imports-no-package",
    comment: "packages/ and bench/ are what starts, fills and measures the product: it runs without them.",
    severity: "error",
    from: { path: "^(app|core|db|party|server|workers)/", pathNot: TESTS },
    to: { path: "^(packages|bench)/" },
  },
  {
    name: "packages-are-imported-by-name",
    comment: "A package is imported by its name, as far as its package.json exports it.",
    severity: "error",
    from: { path: "^(packages/[^/]+|[^/]+)/" },
    to: {
      path: "^packages/",
      pathNot: "^$1/",
      dependencyTypes: ["local"],
      dependencyTypesNot: ["aliased-workspace"],
    },
  },
  {
    name: "imports-are-exported",
    comment:
      "A package's files are imported as far as its package.json exports them, and ours where they are.",
    severity: "error",
    from: {},
    // Virtual modules of Vite's plugins have no file.
    to: { couldNotResolve: true, pathNot: "^virtual:" },
  },
  {
    name: "production-imports-no-test",
    comment: "What only tests need stays out of the product.",
    severity: "error",
    from: { path: "^(app|core|db|packages|party|server|workers)/", pathNot: TESTS },
    to: { path: TESTS },
  },
  {
    name: "no-cycles",
    comment: "Two files that import one another, be it a type, are one file, or hide a third.",
    severity: "error",
    from: {},
    to: { circular: true },
  },
]

export const CRUISE_OPTIONS: ICruiseOptions = {
  // TypeScript 7 has no JavaScript API: the default parser would find no modules, and report no faults.
  parser: "swc",
  // The client's generator is not a workspace, so its dependencies are not installed here.
  exclude: { path: "(^|/)(build|\\.react-router|\\.wrangler|\\+types|api-client/generator)/" },
  doNotFollow: { path: "node_modules" },
  combinedDependencies: true,
  enhancedResolveOptions: {
    exportsFields: ["exports"],
    conditionNames: ["import", "bun", "node", "default"],
    extensions: [".ts", ".tsx", ".js", ".mjs", ".json"],
  },
}
