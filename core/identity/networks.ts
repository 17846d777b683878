/** The name under which an address is counted, and the factor that multiplies the limit for it. */
export type Network = { readonly name: string; readonly times: number }

/**
 * The networks by which an address is counted. An IPv4 address counts as itself. One IPv6 line has a whole /64 and a
 * cheap server a /48, so single IPv6 addresses would never be counted twice: an IPv6 address counts for both networks,
 * and the /48 allows four times the limit.
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  const groups = address.includes(":") ? groupsOf(address) : undefined
  if (!groups) return [{ name: address, times: 1 }]
  return [
    { name: `${groups.slice(0, 4).join(":")}::/64`, times: 1 },
    { name: `${groups.slice(0, 3).join(":")}::/48`, times: 4 },
  ]
}

/**
 * The eight groups of an IPv6 address, however it is abbreviated; undefined for any other text, and for an IPv4 address
 * within an IPv6 one.
 */
function groupsOf(address: string): string[] | undefined {
  const [plain = ""] = address.split("%")
  if (!URL.canParse(`http://[${plain}]`)) return undefined
  const [left = "", right = ""] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split("::")
  const [before, after] = [left, right].map((side) => side.split(":").filter(Boolean)) as [string[], string[]]
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after]
  return groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff" ? undefined : groups
}
