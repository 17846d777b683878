import type { Part } from "../report/figure.ts"
import type { World } from "../world/open-world.ts"
import { measurePages } from "./pages.ts"
import { measurePlans } from "./plans.ts"

export type PartOptions = { quick: boolean; file: string | undefined }
export type PartEntry = { measure(world: World, options: PartOptions): Promise<Part>; always: boolean }

/** What `npm run bench` measures; the others are asked for by name. */
export const PARTS = {
  plans: { measure: measurePlans, always: true },
  pages: { measure: measurePages, always: true },
} satisfies Record<string, PartEntry>
export type PartName = keyof typeof PARTS
