import { fileURLToPath } from "node:url"
import { buildIfChanged } from "@pushcart/devkit/build-if-changed"
import { fixedCost } from "./fixed-costs.ts"

/** Each project loads this file separately, so shared state has to be a property of globalThis. */
const shared = globalThis as typeof globalThis & { pushcartTestBuild?: Promise<unknown> }

/** Vitest's global setup for every project that starts the product. Makes the production build once per run. */
export default async function buildOnce(): Promise<void> {
  const root = fileURLToPath(new URL("../..", import.meta.url))
  shared.pushcartTestBuild ??= fixedCost("build", () => buildIfChanged(root, process.env))
  await shared.pushcartTestBuild
}
