import type { Part } from "../report/figure.ts"
import type { World } from "../world/open-world.ts"
import { measureApi } from "./api.ts"
import { measureBytes } from "./bytes.ts"
import { measureCheckout } from "./checkout.ts"
import { measureCosts } from "./costs.ts"
import { measureLighthouse } from "./lighthouse.ts"
import { measureLive } from "./live.ts"
import { measureMemory } from "./memory.ts"
import { measureOrders } from "./orders.ts"
import { measurePages } from "./pages.ts"
import { measurePartitions } from "./partitions.ts"
import { measurePlans } from "./plans.ts"
import { measureQuality } from "./quality.ts"
import { measureQueues } from "./queues.ts"
import { measureSearch } from "./search.ts"

/** `isAlone`: the part was requested by name, so it may take its time. */
export type PartOptions = { quick: boolean; file: string | undefined; isAlone: boolean }
export type PartEntry = { measure(world: World, options: PartOptions): Promise<Part>; always: boolean }

/** The parts that `npm run bench` measures. The others run only when they are named. */
export const PARTS = {
  plans: { measure: measurePlans, always: true },
  pages: { measure: measurePages, always: true },
  checkout: { measure: measureCheckout, always: true },
  api: { measure: measureApi, always: true },
  memory: { measure: measureMemory, always: true },
  live: { measure: measureLive, always: true },
  queues: { measure: measureQueues, always: true },
  bytes: { measure: measureBytes, always: true },
  search: { measure: measureSearch, always: true },
  lighthouse: { measure: measureLighthouse, always: true },
  orders: { measure: measureOrders, always: false },
  costs: { measure: measureCosts, always: false },
  partitions: { measure: measurePartitions, always: false },
  quality: { measure: measureQuality, always: false },
} satisfies Record<string, PartEntry>
export type PartName = keyof typeof PARTS
