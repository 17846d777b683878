import { buildIfChanged } from "#server/platform/build.ts"
import { root } from "./start-everything.ts"

/** Builds client and server, for an image that is started elsewhere. */
const built = await buildIfChanged(root, process.env)
console.log(built ? "Built." : "The build is up to date.")
