import { describe, expect, it } from "vitest"
import {
  accountHolderField,
  accountNumberField,
  ageOn,
  dateOfBirthField,
  formatSsn,
  parseUsDate,
  routingNumberField,
  ssnField,
  websiteField,
} from "./fields.ts"

const TODAY = new Date("2026-03-01T12:00:00Z")

describe("SSN", () => {
  it("gets its dashes after the 3rd and 5th digit and stops at nine", { tags: ["ONBOARD-2"] }, () => {
    expect(["123", "1234", "12345678999", "123-45-6789"].map(formatSsn)).toEqual([
      "123",
      "123-4",
      "123-45-6789",
      "123-45-6789",
    ])
  })

  it("comes out in eleven characters, 3-2-4, however it is punctuated", {
    tags: ["ONBOARD-2", "ONBOARD-79"],
  }, () => {
    for (const good of [
      "123-45-6789",
      "123456789",
      " 123 45 6789\n",
      "123\u201145\u20116789",
      "１２３-45-6789\u200b",
    ])
      expect([good, ssnField.parse(good), formatSsn(good)]).toEqual([good, "123-45-6789", "123-45-6789"])
    for (const bad of ["123-45-678", "123-45-67890", "abc-de-fghi", ""]) {
      expect(ssnField.safeParse(bad).success, bad).toBe(false)
    }
  })
})

describe("date of birth", () => {
  const field = dateOfBirthField(TODAY)

  it("comes out in the parts that Stripe takes", { tags: ["ONBOARD-3"] }, () => {
    expect(field.parse("02/03/1990")).toEqual({ year: 1990, month: 2, day: 3 })
    expect(field.parse("2/3/1990")).toEqual({ year: 1990, month: 2, day: 3 })
  })

  it("is read as it is pasted, and as browsers fill it in", { tags: ["ONBOARD-79"] }, () => {
    for (const typed of [
      "\u00a002 / 03 / 1990",
      "2-3-1990",
      "02.03.1990",
      "02\u201303\u20131990",
      "1990-02-03",
    ])
      expect([typed, field.safeParse(typed).data]).toEqual([typed, { year: 1990, month: 2, day: 3 }])
  })

  it("is 18 on the day, not the day before", { tags: ["ONBOARD-3"] }, () => {
    expect(field.safeParse("03/01/2008").success).toBe(true)
    expect(field.safeParse("03/02/2008").error?.issues[0]?.message).toBe("You have to be 18 or older.")
  })

  it.each([
    ["02/30/1990", "Enter your date of birth as MM/DD/YYYY."],
    ["02/03-1990", "Enter your date of birth as MM/DD/YYYY."],
    ["1990-02-30", "Enter your date of birth as MM/DD/YYYY."],
    ["13/01/1990", "Enter your date of birth as MM/DD/YYYY."],
    ["03/02/2026", "Enter a date in the past."],
    ["01/01/1890", "Check the year of your date of birth."],
  ])("rejects %s: %s", { tags: ["ONBOARD-3"] }, (text, message) => {
    expect(field.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([message])
  })

  it("knows leap days", { tags: ["ONBOARD-3"] }, () => {
    expect(parseUsDate("02/29/2008")).not.toBeNull()
    expect(parseUsDate("02/29/2007")).toBeNull()
    expect(ageOn({ year: 2008, month: 2, day: 29 }, new Date("2026-02-28T12:00:00Z"))).toBe(17)
    expect(ageOn({ year: 2008, month: 2, day: 29 }, TODAY)).toBe(18)
  })

  it("counts a year only from the birthday on", { tags: ["ONBOARD-3"] }, () => {
    const today = new Date("2026-03-25T12:00:00Z")
    const ages = [
      { year: 2000, month: 3, day: 25 },
      { year: 2000, month: 3, day: 26 },
      { year: 2000, month: 5, day: 20 },
      { year: 2000, month: 1, day: 31 },
    ].map((born) => ageOn(born, today))
    expect(ages).toEqual([26, 25, 25, 26])
  })
})

describe("bank and market", () => {
  it("knows a routing number by its checksum", { tags: ["ONBOARD-7"] }, () => {
    expect(routingNumberField.safeParse("110000000").success).toBe(true) // Stripe's test bank
    expect(routingNumberField.safeParse("021000021").success).toBe(true)
    for (const bad of ["110000001", "000000000", "12345678", "1100000000"]) {
      expect(routingNumberField.safeParse(bad).success, bad).toBe(false)
    }
  })

  it("takes account numbers of 4 to 17 digits", { tags: ["ONBOARD-7"] }, () => {
    expect(accountNumberField.safeParse("000123456789").success).toBe(true)
    for (const bad of ["123", "1".repeat(18), "12a4"]) {
      expect(accountNumberField.safeParse(bad).success, bad).toBe(false)
    }
  })

  it("takes both numbers in the groups that they are pasted in", { tags: ["ONBOARD-79"] }, () => {
    for (const typed of [
      "021 000 021",
      "021\u00a0000\u00a0021",
      "0210-0002-1",
      "\u202d021000021\u202c",
      "０21000021",
    ])
      expect([typed, routingNumberField.safeParse(typed).data]).toEqual([typed, "021000021"])
    for (const typed of [" 0001 2345 6789", "0001\u20112345\u20116789\u200b", "0001\u20132345\u20136789"])
      expect([typed, accountNumberField.safeParse(typed).data]).toEqual([typed, "000123456789"])
    expect(accountHolderField.parse(" Sam\u200b\nSeller\u00a0")).toBe("Sam Seller")
  })

  it("completes a website and rejects other schemes", { tags: ["ONBOARD-5"] }, () => {
    expect(websiteField.parse("bluecart.example.com")).toBe("https://bluecart.example.com")
    expect(websiteField.parse("http://bluecart.com/shop")).toBe("http://bluecart.com/shop")
    expect(websiteField.parse("\u200bbluecart\u200b.com\u00a0")).toBe("https://bluecart.com")
    for (const bad of [
      "javascript:alert(1)",
      "data:text/html,x",
      "ftp://bluecart.com",
      "not a site",
      "http://",
    ]) {
      expect(websiteField.safeParse(bad).success, bad).toBe(false)
    }
  })

  it("takes a website of one host, without a user name, and writes it as browsers read it", {
    tags: ["ONBOARD-5"],
  }, () => {
    for (const bad of [
      "http://user:pw@evil.test",
      "https://pushcart.example@evil.test",
      "https://:pw@evil.test",
      "rosa@evil.test",
      "mailto:rosa@evil.test",
      "//evil.test",
      "https:////evil.test",
      "https:///evil.test",
      "/evil.test",
      "\\\\evil.test",
      "https://\\evil.test",
      "https://good.test\\@evil.test",
      "https:evil.test",
      "https:/evil.test",
      "https://good.test https://evil.test",
      "https://ev\til.test",
      "https://evil\n.test",
      "https://localhost",
      "http://127.0.0.1",
      "http://[::1]/",
      "http://2130706433/",
    ])
      expect([bad, websiteField.safeParse(bad).success]).toEqual([bad, false])
    expect(websiteField.parse(" HTTPS://BlueCart.Example.COM ")).toBe("https://bluecart.example.com")
    expect(websiteField.parse("https://bluecart.com:443/a/../Shop?x=1#y")).toBe(
      "https://bluecart.com/Shop?x=1#y",
    )
    expect(websiteField.parse("bluecart.com/@rosa")).toBe("https://bluecart.com/@rosa")
  })
})
