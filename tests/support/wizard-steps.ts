import { AGREE_REQUIRED } from "#core/terms/terms.ts"
import type { Entry, HtmlPage } from "./html-page.ts"
import { PASSWORD } from "./sign-in.ts"
import type { Visitor } from "./visitor.ts"

type Changes = Record<string, Entry>
/** All steps of all wizards, with valid values and, for each field, the error message of an invalid one. */
type Wrong = { field: string; value: string | null; says: string; with?: Changes }
export type Step = {
  name: string
  path: string
  good: Record<string, string>
  wrong: Wrong[]
  button?: Record<string, string>
}

const empty = (field: string, says: string): Wrong => ({ field, value: "", says })
export const is = (field: string, value: string | null, says: string, and?: Changes): Wrong =>
  and ? { field, value, says, with: and } : { field, value, says }

const ZIP = "Enter a five-digit zip code, like 10001."
const ADDRESS = { address: "75 9th Ave", city: "New York", state: "NY", zip: "10011" }
const WRONG_ADDRESS = [
  empty("address", "Enter the street address."),
  is("address", "x".repeat(121), "Keep this to 120 characters."),
  empty("city", "Enter the city."),
  empty("state", "Choose a state."),
  is("state", "DC", "Choose a state."),
  empty("zip", "Enter your zip code."),
  is("zip", "1001", ZIP),
]
const unknownZip = is("zip", "00001", "We don't know this zip code. Check the five digits and try again.")
const wrongState = is("state", "OR", "Zip code 10011 is in New York. Choose NY, or check the zip code.")
const WRONG_PHONE = [
  empty("phone", "Enter your phone number."),
  is("phone", "212-555", "Enter a ten-digit phone number, like 212-555-0134."),
  is("phone", "000-000-0000", "Enter a ten-digit phone number, like 212-555-0134."),
]
const NAMES = [empty("firstName", "Enter your first name."), empty("lastName", "Enter your last name.")]

export const next = { intent: "next" }
const badPassword = (password: string, says: string) =>
  is("password", password, says, { confirmPassword: password })
const account = (page: string, email: string): Step => ({
  name: "account",
  path: `${page}?tab=register`,
  good: {
    firstName: "Grace",
    lastName: "Hopper",
    email,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    agree: "on",
  },
  button: next,
  wrong: [
    ...NAMES,
    empty("email", "Enter your email."),
    is("email", "grace at home", "Enter an email like name@example.com."),
    badPassword("pushcart#2026", "Needs to have an UpperCase"),
    badPassword("PUSHCART#2026", "Needs to have an LowerCase"),
    badPassword("Pushcart2026", "one special character (@,#, $, %, ^, &, *)"),
    badPassword("Push#2026", "Password must be at least 10 characters long"),
    is("confirmPassword", "Pushcart#2027", "Passwords does not match, Thank you!"),
    is("agree", null, AGREE_REQUIRED),
  ],
})

const HOURS = {
  weekdayOpen: "8am",
  weekdayClose: "7pm",
  saturdayOpen: "9am",
  saturdayClose: "3pm",
  sundayOpen: "Closed",
  sundayClose: "Closed",
}
export const SELLER: Step[] = [
  account("/market", "fields@seller.test"),
  {
    name: "address",
    path: "/market?tab=register&step=2",
    good: ADDRESS,
    button: next,
    wrong: [...WRONG_ADDRESS, unknownZip, wrongState],
  },
  {
    name: "market and hours",
    path: "/market?tab=register&step=3",
    good: { marketName: "Grace's Greens", phone: "212-555-0134", ...HOURS },
    button: next,
    wrong: [
      empty("marketName", "Enter the market's name."),
      ...WRONG_PHONE,
      ...Object.keys(HOURS).map((field) => empty(field, "Choose an hour.")),
      is("weekdayOpen", "2am", "Choose an hour."),
      is("saturdayClose", "9am", "Choose a closing hour that differs from the opening hour."),
      is("weekdayClose", "8am", "Choose a closing hour that differs from the opening hour."),
      is("sundayClose", "5pm", "Choose Closed for both, or an hour for both."),
    ],
  },
]
export const COURIER: Step[] = [
  account("/express", "fields@courier.test"),
  {
    name: "address",
    path: "/express?tab=register&step=2",
    good: { ...ADDRESS, addressOne: "Floor 4", phone: "212-555-0134" },
    button: next,
    wrong: [...WRONG_ADDRESS, unknownZip, wrongState, ...WRONG_PHONE],
  },
]

export const TEXTS = [
  empty("name", "Enter the product name."),
  is("name", "x", "The product name needs at least 2 characters."),
  empty("description", "Enter the description."),
  is("description", "x", "The description needs at least 2 characters."),
]
export const VEGETABLE: Step[] = [
  {
    name: "category, price and quantity",
    path: "/add-product",
    good: { category: "Fruits", price: "2.5", stock: "12" },
    wrong: [
      empty("category", "Choose a category."),
      is("category", "Weapons", "Choose a category."),
      empty("price", "Enter a price."),
      is("price", "0.05", "The price is at least 0.1."),
      is("price", "3.999", "A price has at most two decimals."),
      is("price", "much", "Enter the price in dollars and cents, like 4.50."),
      is("unitAmount", "a dozen", "Enter a number, like 12.", { unit: "oz" }),
      is("byWeight", "on", "Only a product with a unit of weight can be priced by final weight.", {
        unit: "bunch",
      }),
      is("stock", "0", "The quantity is at least 1."),
      is("stock", "1.5", "The quantity is a whole number."),
    ],
    button: next,
  },
  {
    name: "description",
    path: "/add-product?step=2",
    good: { section: "Apples", name: "Plums", description: "Sweet and blue." },
    wrong: [empty("section", "Choose a section."), is("section", "Chicken", "Choose a section."), ...TEXTS],
    button: next,
  },
]
export const SHOE: Step[] = [
  {
    name: "category",
    path: "/add-product",
    good: { category: "Shoes", price: "60", stock: "1" },
    wrong: [empty("category", "Choose a category.")],
    button: next,
  },
  {
    name: "description",
    path: "/add-product?step=2",
    good: { section: "Nike", name: "Runner", description: "Light.", gender: "Male", age: "Mens" },
    wrong: [
      empty("section", "Choose a section."),
      ...TEXTS,
      empty("gender", "Choose a gender."),
      empty("age", "Choose an age."),
    ],
    button: next,
  },
  {
    name: "sizes",
    path: "/add-product?step=3",
    good: { size: "9", stock: "4", price: "60" },
    wrong: [
      empty("size", "Choose a size."),
      is("size", "66W x 38L", "Choose a size."),
      is("stock", "0", "The quantity is at least 1."),
      empty("price", "Enter a price."),
      is("price", "0.05", "The price is at least 0.1."),
      is("price", "60.001", "A price has at most two decimals."),
    ],
    button: { intent: "add-size" },
  },
]

export const CARD = {
  firstName: "Sam",
  lastName: "Seller",
  address: "75 9th Ave",
  addressOne: "Floor 4",
  city: "New York",
  state: "NY",
  zip: "10001",
}
export const WRONG_CARD = [...NAMES, ...WRONG_ADDRESS]

/** Completes these steps of a registration with valid values. Returns the page after them. */
export async function walkSteps(person: Visitor, steps: readonly Step[], email: string): Promise<HtmlPage> {
  let page = await person.open(steps[0]!.path)
  for (const { good, button } of steps)
    page = await page.send("email" in good ? { ...good, email } : good, button)
  return page
}
