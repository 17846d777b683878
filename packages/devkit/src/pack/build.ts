import { root } from "../start/start-everything.ts"
import { buildIfChanged } from "./build-if-changed.ts"

/** Builds client and server for an image, which is started elsewhere. */
const built = await buildIfChanged(root, process.env)
console.log(built ? "Built." : "The build is up to date.")
