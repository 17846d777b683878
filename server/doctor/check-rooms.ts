import { remoteRooms } from "#server/platform/rooms/remote-rooms.ts"
import { roomShards } from "#server/platform/rooms/shards.ts"
import { type Finding, off, type ReadableSettings, unreachable, works, wrong } from "./finding.ts"

const SERVICE = "Live rooms"

/** Asks the rooms how many sockets they hold, with a signature by ROOMS_SECRET. */
export async function checkRooms(settings: ReadableSettings): Promise<Finding> {
  const { PARTY_HOST: partyHost, ROOMS_SECRET: secret } = settings
  if (!partyHost) return off(SERVICE, "not configured: they live in the web process (PARTY_HOST).")
  if (!secret)
    return wrong(SERVICE, "cannot be asked without ROOMS_SECRET.", "Set it as in the party process.")
  try {
    const sockets = await remoteRooms({ secret, partyHost }).countSockets()
    if (sockets !== undefined)
      return works(SERVICE, `answer${many(partyHost)}; ${sockets} pages are connected.`)
    return wrong(
      SERVICE,
      "do not accept our signature.",
      "Give web, worker and party the same ROOMS_SECRET, and see that their clocks agree.",
    )
  } catch (error) {
    return unreachable(SERVICE, error)
  }
}

function many(partyHost: string): string {
  const { length } = roomShards({ PARTY_HOST: partyHost })
  return length > 1 ? `, all ${length} of them` : ""
}
