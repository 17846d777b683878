import { expect, it } from "vitest"
import { networksOf } from "./networks.ts"

const names = (address: string) => networksOf(address).map(({ name }) => name)

it.each([
  ["203.0.113.7", ["203.0.113.7"]],
  ["::ffff:203.0.113.7", ["::ffff:203.0.113.7"]],
  ["2001:db8:1:2::7", ["2001:db8:1:2::/64", "2001:db8:1::/48"]],
  ["2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", ["2001:db8:1:2::/64", "2001:db8:1::/48"]],
  ["2001:db8::7", ["2001:db8:0:0::/64", "2001:db8:0::/48"]],
  ["::1", ["0:0:0:0::/64", "0:0:0::/48"]],
  ["fe80::1%eth0", ["fe80:0:0:0::/64", "fe80:0:0::/48"]],
  ["", [""]],
  ["no:address", ["no:address"]],
])("counts %s as %j", { tags: ["SEC-20"] }, (address, expected) => {
  expect(names(address)).toEqual(expected)
})

it("gives a /48 four times what one line may", { tags: ["SEC-20"] }, () => {
  expect(networksOf("2001:db8:1:2::7").map(({ times }) => times)).toEqual([1, 4])
})
