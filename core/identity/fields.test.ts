import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { nameField } from "#core/catalog/product-facts.ts"
import { AGREE_REQUIRED } from "#core/terms/terms.ts"
import { addressFields, agreeField, emailField, firstNameField, stateField } from "./fields.ts"
import { newPasswordInput, registerCustomerInput } from "./inputs.ts"
import { newPasswordField, newPasswordFields, PASSWORD_MISMATCH_MESSAGE, passwordsMatch } from "./password.ts"
import { phoneField } from "./phone.ts"
import { formatPhone } from "./phone-format.ts"

describe("password", () => {
  it("says every broken rule in the specification's words", { tags: ["ACCT-21"] }, () => {
    expect(messages(newPasswordField.safeParse(""))).toEqual([
      "Needs to have an UpperCase",
      "Needs to have an LowerCase",
      "one special character (@,#, $, %, ^, &, *)",
      "Password must be at least 10 characters long",
    ])
    expect(messages(newPasswordField.safeParse("pushcart#2026"))).toEqual(["Needs to have an UpperCase"])
    expect(messages(newPasswordField.safeParse("PUSHCART#2026"))).toEqual(["Needs to have an LowerCase"])
    expect(messages(newPasswordField.safeParse("Pushcart!2026"))).toEqual([
      "one special character (@,#, $, %, ^, &, *)",
    ])
    expect(messages(newPasswordField.safeParse("Push#2026"))).toEqual([
      "Password must be at least 10 characters long",
    ])
  })

  it.each([..."@#$%^&*"])("takes %s as the special character", { tags: ["ACCT-21"] }, (special) => {
    expect(newPasswordField.safeParse(`Pushcart2${special}`).success).toBe(true)
  })

  it("has to be typed twice alike", { tags: ["ACCT-22"] }, () => {
    const form = z.object(newPasswordFields).refine(...passwordsMatch)
    expect(form.safeParse({ password: "Pushcart#2026", confirmPassword: "Pushcart#2026" }).success).toBe(true)
    const result = form.safeParse({ password: "Pushcart#2026", confirmPassword: "Pushcart#2027" })
    expect(result.error?.issues).toMatchObject([
      { path: ["confirmPassword"], message: PASSWORD_MISMATCH_MESSAGE },
    ])
  })

  it("is told that the two differ together with everything else that is wrong", { tags: ["ACCT-22"] }, () => {
    const result = registerCustomerInput.safeParse({ password: "short", confirmPassword: "other" })
    expect(messages(result)).toEqual(
      expect.arrayContaining([
        "Needs to have an UpperCase",
        "Password must be at least 10 characters long",
        PASSWORD_MISMATCH_MESSAGE,
        AGREE_REQUIRED,
      ]),
    )
    expect(messages(newPasswordInput.safeParse({ password: "short" }))).not.toContain(
      PASSWORD_MISMATCH_MESSAGE,
    )
  })
})

describe("phone", () => {
  it("gets its dashes after the 3rd and 6th digit while it is typed", { tags: ["REG-19"] }, () => {
    const typed = ["2", "212", "2125", "212555", "2125550134", "21255501349", "(212) 555-0134"]
    typed.push("+1 (212) 555-0134", "1-212-555-0134", "121-255-50134", "２１２－５５５－０１３４")
    expect(typed.map(formatPhone)).toEqual([
      "2",
      "212",
      "212-5",
      "212-555",
      "212-555-0134",
      "212-555-0134",
      "212-555-0134",
      ...Array<string>(4).fill("212-555-0134"),
    ])
  })

  it("does not change when it is formatted again", { tags: ["REG-19"] }, () => {
    fc.assert(fc.property(fc.string(), (typed) => formatPhone(formatPhone(typed)) === formatPhone(typed)))
  })

  it("is kept as 3-3-4 and needs ten digits, of an area code", { tags: ["REG-19", "REG-25"] }, () => {
    expect(phoneField.parse("+1 (212) 555.0134")).toBe("212-555-0134")
    expect(messages(phoneField.safeParse("555-0134"))).toEqual([
      "Enter a ten-digit phone number, like 212-555-0134.",
    ])
    expect(phoneField.safeParse("22125550134").success).toBe(false)
    expect(phoneField.safeParse("000-000-0000").success).toBe(false)
    expect(phoneField.safeParse("123-555-0134").success).toBe(false)
    expect(messages(phoneField.safeParse(undefined))).toEqual(["Enter your phone number."])
  })
})

describe("address fields", () => {
  const address = z.object(addressFields)

  it("want a street in the address and a name in the city", { tags: ["REG-26"] }, () => {
    const good = { address: "1 Main St", city: "New York", state: "NY", zip: "10001" }
    expect(messages(address.safeParse({ ...good, address: "1", city: "x" }))).toEqual([
      "Enter the number and the street, like 75 9th Ave.",
      "Enter the whole name of the city.",
    ])
    expect(address.safeParse({ ...good, address: "PO Box 7", city: "Ai" }).success).toBe(true)
  })

  it("trim, upper-case the state, and keep a missing second line as empty", {
    tags: ["REG-16", "REG-20"],
  }, () => {
    const input = { address: " 1 Main St ", city: "New York", state: "ny", zip: "10001-0001" }
    for (const zip of [" 10001", "10001 ", "100 01", "10001 1234", "１０００１"])
      expect(addressFields.zip.parse(zip), zip).toBe("10001")
    expect(address.parse(input)).toEqual({
      address: "1 Main St",
      addressOne: "",
      city: "New York",
      state: "NY",
      zip: "10001",
    })
  })

  it("each say what is missing", { tags: ["REG-20"] }, () => {
    const result = address.safeParse({ address: "  ", city: "", state: "", zip: "" })
    expect(messages(result)).toEqual([
      "Enter the street address.",
      "Enter the city.",
      "Choose a state.",
      "Enter your zip code.",
    ])
  })

  it("reject DC and states that do not exist", { tags: ["REG-20", "CATALOG-11"] }, () => {
    for (const state of ["DC", "ZZ", "New York"]) expect(stateField.safeParse(state).success).toBe(false)
  })
})

describe("email, names, consent", () => {
  it("keeps an email in lower case and rejects what is none", { tags: ["REG-1"] }, () => {
    expect(emailField.parse(" Ann@Example.COM ")).toBe("ann@example.com")
    for (const bad of ["ann", "ann@", "@example.com", "ann@example", "a b@example.com"]) {
      expect(messages(emailField.safeParse(bad)), bad).toEqual(["Enter an email like name@example.com."])
    }
    expect(messages(emailField.safeParse(""))).toEqual(["Enter your email."])
    const good = ["tom&jerry@example.com", "o'neil!#$%*/=?^`{|}~@example.co.uk", "a@xn--bcher-kva.example"]
    for (const email of good) expect(emailField.parse(email)).toBe(email)
    expect(emailField.parse("\u202aann\u200b@\u00adexample.com\ufeff")).toBe("ann@example.com")
  })

  it("takes names of any script but not of any length", { tags: ["REG-1"] }, () => {
    expect(firstNameField.parse(" Zoë ")).toBe("Zoë")
    expect(firstNameField.parse("李")).toBe("李")
    expect(firstNameField.safeParse("x".repeat(81)).success).toBe(false)
  })

  it("makes one line of a name that was pasted with line breaks", { tags: ["API-27"] }, () => {
    expect(firstNameField.parse("Ada\r\nBcc: all@pushcart.test\n")).toBe("Ada Bcc: all@pushcart.test")
    expect(nameField.parse("Gala \u2028 apples")).toBe("Gala apples")
    expect(addressFields.addressOne.parse("Apt 4\n2nd floor")).toBe("Apt 4 2nd floor")
  })

  it("needs the box ticked, however the sender writes that", { tags: ["REG-2"] }, () => {
    const agree = agreeField("Please agree.")
    for (const yes of [true, "on", "true"]) expect(agree.parse(yes)).toBe(true)
    for (const no of [false, undefined, "", "off"]) {
      expect(messages(agree.safeParse(no))).toEqual(["Please agree."])
    }
  })
})

function messages(result: { error?: z.ZodError }): string[] {
  return result.error?.issues.map((issue) => issue.message) ?? []
}
