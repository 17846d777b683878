import { BlockList, isIPv6 } from "node:net"

/** Networks outside of the public internet: this machine, its neighbors, and ranges that providers use internally. */
const PRIVATE = new BlockList()
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  PRIVATE.addSubnet(network, bits, "ipv4")
for (const [network, bits] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  PRIVATE.addSubnet(network, bits, "ipv6")

/** Whether an IP address is not on the public internet. */
export function isPrivateAddress(address: string): boolean {
  // An IPv4 address in IPv6 notation.
  const inside = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  return PRIVATE.check(inside, isIPv6(inside) ? "ipv6" : "ipv4")
}
