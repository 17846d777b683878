import { type DemoMarket, marketOf } from "./demo-markets.ts"

/** Open long every day, so that five windows are ahead at any hour of the seed. */
export const SATURDAY_MARKET: DemoMarket = {
  ...marketOf([
    "Fort Greene Farm Stand",
    "Sally Turner",
    "80 Washington Park",
    "Brooklyn",
    "NY",
    "11205",
    40.6926,
    -73.9739,
    "718-555-0115",
    "long",
    "farm",
  ]),
  sells: [
    "Heirloom Tomatoes, 1 lb",
    "Roma Tomatoes, 2 lb",
    "Rainbow Carrots, bunch",
    "Curly Kale, bunch",
    "Baby Spinach, 10 oz",
    "Sweet Corn, ear",
    "Brown Mushrooms, 8 oz",
    "Honeycrisp Apples, 2 lb",
    "Strawberries, quart",
    "Yellow Peaches, 2 lb",
    "Whole Chicken, 4 lb",
    "Large Brown Eggs, dozen",
    "Pasture Eggs, half dozen",
    "Whole Milk, half gallon",
    "Sharp Cheddar, 8 oz",
    "Apple Cider, half gallon",
  ],
}
