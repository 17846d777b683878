import type { EventDocument } from "../store/documents.ts"
import { PLATFORM } from "../store/store.ts"
import type { World } from "../world.ts"

/** Id of the endpoint that the environment configures. Its URL may change between starts. */
export const ENVIRONMENT_ENDPOINT = "we_environment"

/** Queues an event for every endpoint that wants it, delayed and sometimes twice. Returns the number of endpoints. */
export function scheduleDeliveries(world: World, event: EventDocument): number {
  const endpoints = endpointsFor(world, event)
  for (const endpoint of endpoints) {
    const copies = chance(world, `${event.id} twice`) < world.config.webhooks.double ? 2 : 1
    for (let copy = 0; copy < copies; copy += 1) queue(world, event, endpoint, copy)
  }
  return endpoints.length
}

function queue(world: World, event: EventDocument, endpoint: string, copy: number): void {
  const { delayMs, shuffle } = world.config.webhooks
  const [least, most] = delayMs
  const wait = shuffle ? least + (most - least) * chance(world, `${event.id} ${copy}`) : least
  world.store.db
    .query("insert into deliveries (event, endpoint, due_ms) values (?, ?, ?)")
    .run(event.id, endpoint, Math.round(Date.now() + Math.max(0, wait)))
}

function endpointsFor(world: World, event: EventDocument): string[] {
  const wanted = world.store
    .where("webhook_endpoint", PLATFORM, { status: "enabled" })
    .filter((endpoint) => {
      const { connect } = world.store.hidden<{ connect: boolean }>(endpoint.id)
      return listensTo(endpoint.enabled_events, event) && (connect ?? false) === (event.account !== undefined)
    })
    .map((endpoint) => endpoint.id)
  const { webhookUrl, webhookEvents } = world.settings
  return webhookUrl && listensTo(webhookEvents, event) ? [ENVIRONMENT_ENDPOINT, ...wanted] : wanted
}

const listensTo = (kinds: readonly string[], event: EventDocument) =>
  kinds.some((kind) => kind === "*" || kind === event.type)

let drawn = 0

/**
 * A random number from 0 to 1. With a seed, it is determined by the seed and the count of draws, so test runs are
 * repeatable.
 */
function chance(world: World, label: string): number {
  const { seed } = world.config.webhooks
  if (seed === null) return Math.random()
  drawn += 1
  return Number(Bun.hash(`${seed} ${drawn} ${label.split(" ")[1]}`) % 1_000_003n) / 1_000_003
}
