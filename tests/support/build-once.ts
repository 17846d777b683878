import { fileURLToPath } from "node:url"
import { buildIfChanged } from "@pushcart/devkit/build-if-changed"
import { fixedCost } from "./fixed-costs.ts"

/** Projects load this file separately; what they share has to hang on the process. */
const shared = globalThis as typeof globalThis & { pushcartTestBuild?: Promise<unknown> }

/** Vitest's global setup of every project that starts the product: the production build, made once a run. */
export default async function buildOnce(): Promise<void> {
  const root = fileURLToPath(new URL("../..", import.meta.url))
  shared.pushcartTestBuild ??= fixedCost("build", () => buildIfChanged(root, process.env))
  await shared.pushcartTestBuild
}
