import { remoteRooms } from "../../../../server/adapters/rooms/remote-rooms.ts"
import { roomShards } from "../../../../server/adapters/rooms/shards.ts"
import { type Finding, off, type ReadableSettings, unreachable, works, wrong } from "./finding.ts"

const SERVICE = "Live rooms"

/** Queries each rooms process for its number of sockets, with a signature by ROOMS_SECRET. */
export async function checkRooms(settings: ReadableSettings): Promise<Finding> {
  const { PARTY_HOST: partyHost, ROOMS_SECRET: secret } = settings
  if (!partyHost) return off(SERVICE, "not configured: they live in the web process (PARTY_HOST).")
  if (!secret)
    return wrong(SERVICE, "cannot be asked without ROOMS_SECRET.", "Set it as in the party process.")
  const hosts = roomShards({ PARTY_HOST: partyHost }).map(({ inside }) => inside)
  let sockets = 0
  for (const host of hosts) {
    const which = hosts.length > 1 ? `${host} ` : ""
    try {
      const held = await remoteRooms({ secret, partyHost: host }).countSockets()
      if (held === undefined) return rejected(which)
      sockets += held
    } catch (error) {
      const finding = unreachable(SERVICE, error, "PARTY_HOST")
      return { ...finding, says: which + finding.says }
    }
  }
  const many = hosts.length > 1 ? `, all ${hosts.length} of them` : ""
  return works(SERVICE, `answer${many}; ${sockets} pages are connected.`)
}

const rejected = (which: string) =>
  wrong(
    SERVICE,
    which ? `${which}does not accept our signature.` : "do not accept our signature.",
    "Give web, worker and party the same ROOMS_SECRET, and see that their clocks agree.",
  )
