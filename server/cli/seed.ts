import type { Env } from "#server/platform/env.ts"

/** Fills an empty database with the demo: markets, people, products, orders. */
export async function seedIfEmpty(_env: Env): Promise<void> {}
