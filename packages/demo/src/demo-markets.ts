import { CATEGORIES, type Category } from "../../../core/catalog/categories.ts"
import { type HourChoice, hoursText } from "../../../core/catalog/hours.ts"
import type { StateCode } from "../../../core/places/states.ts"
import { MARKET_ROWS, type Opening, type Stall } from "./demo-market-rows.ts"

export type DemoMarket = {
  name: string
  /** The owner, and the local part of the owner's email ("rosa.delgado"). */
  firstName: string
  lastName: string
  address: string
  city: string
  state: StateCode
  zip: string
  lat: number
  lng: number
  phone: string
  weekdayHours: string
  saturdayHours: string
  sundayHours: string
  /** The seller's text about the market. */
  story: string
  acceptsSnap: boolean
  acceptsMarketChecks: boolean
  /** Its categories; its products are `productsOf(market)`. */
  categories: readonly Category[]
  /** Its products by name, plenty of each; otherwise some of each category. */
  sells?: readonly string[]
}

/** The categories of each kind of stall. */
const STALLS: Record<Stall, readonly Category[]> = {
  everything: CATEGORIES,
  grocer: ["Vegetables", "Fruits", "Rice", "Beans", "Dairy", "Juices", "Cookies"],
  produce: ["Vegetables", "Fruits", "Juices"],
  butcher: ["Meat", "Dairy", "Frozen Food"],
  pantry: ["Rice", "Beans", "Cookies", "Juices"],
  creamery: ["Dairy", "Ice Cream", "Cookies"],
  clothier: ["Clothing", "Shoes"],
  corner: ["Office Supplies", "Juices", "Cookies", "Ice Cream", "Frozen Food"],
  farm: ["Vegetables", "Fruits", "Meat", "Dairy", "Juices"],
}

const STORIES: Record<Stall, string> = {
  everything:
    "Three farms in one family and one corner store. We drive the crates in before sunrise and stock the shelves with what the neighborhood asks for.",
  grocer: "Everything for tonight's dinner, from growers and makers within a day's drive.",
  produce: "Picked yesterday, sold today. Ask us what is best right now.",
  butcher: "Whole animals from small farms, cut to order behind the counter.",
  pantry: "Rice, beans and baking by the pound, from people we have bought from for twenty years.",
  creamery: "Milk from two herds, churned and scooped where you can watch.",
  clothier: "Work clothes and good shoes, new and mended, sized by people who measure.",
  corner: "Pencils, juice, ice cream: the things that you run out for.",
  farm: "One farm, one truck. Order before you come, and your bag is packed.",
}

/** Opening and closing hour of weekdays, Saturday and Sunday. */
const HOURS: Record<Opening, readonly [Day, Day, Day]> = {
  early: [
    ["7am", "6pm"],
    ["7am", "5pm"],
    ["8am", "2pm"],
  ],
  day: [
    ["8am", "7pm"],
    ["9am", "6pm"],
    ["10am", "4pm"],
  ],
  late: [
    ["10am", "9pm"],
    ["10am", "10pm"],
    ["11am", "8pm"],
  ],
  long: [
    ["6am", "10pm"],
    ["6am", "10pm"],
    ["6am", "10pm"],
  ],
  closedSunday: [
    ["9am", "6pm"],
    ["9am", "3pm"],
    ["Closed", "Closed"],
  ],
}
/** Stalls whose food can be bought with SNAP. */
const FOOD: readonly Stall[] = ["everything", "grocer", "produce", "butcher", "pantry", "farm"]
type Day = readonly [HourChoice, HourChoice]

/** Invented markets at real places; the first is the demo seller's own and sells everything. */
export const DEMO_MARKETS: readonly DemoMarket[] = MARKET_ROWS.map(marketOf)

export function marketOf(row: (typeof MARKET_ROWS)[number]): DemoMarket {
  const [name, owner, address, city, state, zip, lat, lng, phone, opening, stall] = row
  const [firstName = owner, lastName = ""] = owner.split(" ")
  const [weekday, saturday, sunday] = HOURS[opening]
  return {
    name,
    firstName,
    lastName,
    address,
    city,
    state,
    zip,
    lat,
    lng,
    phone,
    story: STORIES[stall],
    acceptsSnap: FOOD.includes(stall),
    acceptsMarketChecks: stall === "produce",
    weekdayHours: hoursText(...weekday),
    saturdayHours: hoursText(...saturday),
    sundayHours: hoursText(...sunday),
    categories: STALLS[stall],
  }
}
