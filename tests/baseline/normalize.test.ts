import { describe, expect, it } from "vitest"
import { createNormalizer } from "./normalize.ts"

const ONE = "0b7e6d0e-0f5d-4f0e-9d9a-0c1d2e3f4a5b"
const TWO = "1b7e6d0e-0f5d-4f0e-9d9a-0c1d2e3f4a5c"

const normalized = (text: string) => createNormalizer().normalize(text)

describe("normalizing a recording", () => {
  it("numbers identifiers by their first appearance, again in each section", () => {
    const { normalize, section } = createNormalizer()
    expect(normalize(`${TWO} ${ONE} ${TWO}`)).toBe("<id 1> <id 2> <id 1>")
    expect(normalize(`order ${ONE}`)).toBe("order <id 2>")
    section()
    expect(normalize(`order ${ONE}`)).toBe("order <id 1>")
  })

  it("prefers a name to a number, and finds it inside of URLs", () => {
    const { name, normalize } = createNormalizer({ "http://localhost:4711": "site" })
    name("rosa+1@example.test", "Rosa's email")
    name(ONE, "Rosa's order")
    expect(normalize(`http://localhost:4711/order?OrderID=${ONE}&to=rosa%2B1%40example.test`)).toBe(
      "<site>/order?OrderID=<Rosa's order>&to=<Rosa's email>",
    )
  })

  it.each([
    ["2026-11-24T10:01:11.123Z", "<time>"],
    ["2026-11-24 10:01:11.123456+00", "<time>"],
    ["Tue, 24 Nov 2026 10:01:11 GMT", "<time>"],
    ["Nov 24, 2026, 10:01 AM", "Nov 24, 2026, <clock time>"],
    ["11/24/2026 at 10:01 AM", "11/24/2026 at <clock time>"],
    ["Today, noon–1 pm Today, 1–2 pm Wed, Jun 17, 9–10 am", "Today, noon–1 pm … Wed, Jun 17, 9–10 am"],
    ['"created":1795514471', '"created":<time>'],
    ["You can use this number until 10:39 am.", "You can use this number until <clock time>."],
    [
      "Your order was delivered to 1 Main St on Wed, Jun 10, 10:11 am. Enjoy it!",
      "Your order was delivered to 1 Main St on Wed, Jun 10, <clock time>. Enjoy it!",
    ],
    ["### 10:12 am", "### <clock time>"],
    ["Due 10:10 am, 1 min late", "Due <clock time>"],
    ["customer-12-0b7e6d0e@example.test", "<customer's email 1>"],
    ["acct_1Q2w3E4r5T6y acct_other12345", "<acct 1> <acct 2>"],
    ["pi_1Q2w3E4r5T6y_secret_a1B2c3D4", "<pi secret 1>"],
    ["http://127.0.0.1:4711/x ws://localhost:4712/y", "<origin 1>/x <origin 2>/y"],
    ["script-src 'self' 'nonce-abc+/d=='", "script-src 'self' 'nonce-<nonce>'"],
    ["/assets/home-Bx3_9zK-.js", "/assets/<file>.js"],
    ["c9-7-24-20-a2-8d-83-bc-3b-d7-76-8c-3d-35-6-b1", "<key 1>"],
    ["K7QF-3M2X", "<order number 1>"],
    ["pushcart_aB3dE5gH7jK9mN1pQ2rS4tU6", "<token 1>"],
    ["ct_dusJdIEihcucYoWpSkVvrBOs", "<ct 1>"],
    ["e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "<hash 1>"],
  ])("replaces %s", (text, expected) => {
    expect(normalized(text)).toBe(expected)
  })

  it.each([
    "$12.34 and 3 of 10",
    "9am-5pm",
    "Only 3 are left",
    "founded in 2024",
    "November 24, 2026",
    "11/4/2026",
    "2026-11-24",
    "Today, noon–1 pm",
    "max-age=31536000; includeSubDomains",
    "Max-Age=28800; Path=/; HttpOnly; SameSite=Lax",
    "public, max-age=60, stale-while-revalidate=600",
    "212-555-0134",
    "10118",
    "sanitized_but_long_field_name",
    "getProductBasedbyCategory/Seller",
    "cross-origin-opener-policy: same-origin-allow-popups",
    "1Z999",
    "tok_chargeDeclined pm_card_visa",
    "get_email_forgotPasswordCustomer_email",
    '"totalCents":100000',
  ])("leaves %s as it is", (text) => {
    expect(normalized(text)).toBe(text)
  })
})
