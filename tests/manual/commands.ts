/** The commands of a manual: the lines of its shell blocks, and the commands within its sentences. */
export function commandsIn(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, lines = ""]) =>
    lines.split("\n"),
  )
  const spans = [...markdown.replace(/^```[\s\S]*?^```$/gm, "").matchAll(/`([^`\n]+)`/g)]
    .map(([, span = ""]) => span)
    .filter((span) => COMMAND.test(span))
  const commands = [...blocks, ...spans].map((line) => line.replace(/ # .*$/, "").trim())
  return [...new Set(commands.filter((line) => line && !line.startsWith("#")))].map(unescaped)
}

const COMMAND =
  /^([A-Z_]+=\S* )?(npm (start|run)|npx|docker compose (up|run|exec)|kubectl|apt-get|age -|git worktree|openssl|\.\/configure)(?!\w)/

/** Tables in Markdown escape the pipe. */
const unescaped = (command: string) => command.replaceAll("\\|", "|")

/** Why a command is not run here. */
const NOT_RUN: [RegExp, string][] = [
  [/^docker /, "needs Docker's engine"],
  [/^kubectl (create|delete|apply|wait|rollout|scale|cp|exec)/, "needs a cluster"],
  [/wrangler|rooms:cloudflare/, "fetches Wrangler; deploying needs an account at Cloudflare"],
  [/^apt-get/, "changes this machine"],
  [/^\.\/configure/, "builds another project"],
  [/^age/, "needs age, and a passphrase from a keyboard"],
  [/^npm run image/, "needs root, debootstrap and Debian's mirror"],
  [/^npm run bench/, "measures for half an hour; docs/performance.md has its output"],
  [/^PGBOUNCER=/, "needs PgBouncer 1.21 or newer"],
  [/^npm run admin/, "needs a site that runs; tests/e2e/installations/staging.test.ts has both"],
  [/^npm run manual/, "is this one"],
  [/^npm run faults$/, "is all of the faults, in 30 minutes"],
]

/** The reason not to run a command, or undefined if it can run. */
export const whyNotRun = (command: string): string | undefined =>
  NOT_RUN.find(([pattern]) => pattern.test(command))?.[1]

/** Values for the manual's placeholders. Other commands run as written. */
const INSTEAD: [RegExp, string][] = [
  [/^npm run faults -- NAME$/, "npm run faults -- --quick health-without-host"],
  [/^npm run faults -- (?!--quick)/, "npm run faults -- --quick "],
  [/\bFILE\b/g, "$SCRATCH/pushcart.backup"],
  [/\bdeletions\.jsonl\b/g, "$SCRATCH/deletions.jsonl"],
  [/^DATABASE_URL=… /, ""],
  [/^npx /, "node_modules/.bin/"],
]

export const asTyped = (command: string): string =>
  INSTEAD.reduce((typed, [words, own]) => typed.replace(words, own), command)
