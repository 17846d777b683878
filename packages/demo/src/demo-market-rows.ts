import type { StateCode } from "../../../core/places/states.ts"

/** The kinds of opening hours. */
export type Opening = "early" | "day" | "late" | "long" | "closedSunday"
/** The kinds of stalls, by the categories that they sell. */
export type Stall =
  | "everything"
  | "grocer"
  | "produce"
  | "butcher"
  | "pantry"
  | "creamery"
  | "clothier"
  | "corner"
  | "farm"

type MarketRow = readonly [
  name: string,
  owner: string,
  address: string,
  city: string,
  state: StateCode,
  zip: string,
  lat: number,
  lng: number,
  phone: string,
  opening: Opening,
  stall: Stall,
]

/** Names and people are invented, phone numbers are from the range reserved for fiction (555-0100 to 555-0199). */
// biome-ignore format: a table, one market a line
export const MARKET_ROWS: readonly MarketRow[] = [
  // New York: all within 25 miles of 10001
  ["Chelsea Corner Grocer", "Rosa Delgado", "212 W 26th St", "New York", "NY", "10001", 40.7466, -73.9957, "212-555-0112", "day", "everything"],
  ["Union Square Greens", "Martin Okafor", "18 E 17th St", "New York", "NY", "10003", 40.7373, -73.9917, "212-555-0127", "early", "produce"],
  ["Orchard Street Outfitters", "Leah Rosen", "96 Orchard St", "New York", "NY", "10002", 40.7185, -73.9899, "212-555-0143", "closedSunday", "clothier"],
  ["Harlem Harvest", "Denise Walker", "287 W 125th St", "New York", "NY", "10027", 40.8096, -73.9497, "212-555-0158", "day", "grocer"],
  ["Bedford Larder", "Owen Castellano", "214 Bedford Ave", "Brooklyn", "NY", "11211", 40.7161, -73.9592, "718-555-0104", "late", "pantry"],
  ["Park Slope Creamery", "Hannah Lindqvist", "341 7th Ave", "Brooklyn", "NY", "11215", 40.667, -73.9815, "718-555-0119", "late", "creamery"],
  ["Steinway Butchers", "Nikos Pappas", "31-14 Steinway St", "Astoria", "NY", "11103", 40.7619, -73.9171, "718-555-0131", "closedSunday", "butcher"],
  ["Roosevelt Avenue Mercado", "Lucía Herrera", "82-10 Roosevelt Ave", "Jackson Heights", "NY", "11372", 40.7474, -73.8838, "718-555-0146", "late", "grocer"],
  ["Arthur Avenue Meats", "Vincent Russo", "2344 Arthur Ave", "Bronx", "NY", "10458", 40.8545, -73.8885, "718-555-0162", "early", "butcher"],
  ["Main Street Rice & Tea", "Grace Liang", "41-28 Main St", "Flushing", "NY", "11355", 40.7576, -73.8289, "718-555-0175", "day", "pantry"],
  ["St. George Stationers", "Paul Adeyemi", "25 Hyatt St", "Staten Island", "NY", "10301", 40.6424, -74.0763, "718-555-0188", "closedSunday", "corner"],
  ["Washington Street Pantry", "Amy Novak", "518 Washington St", "Hoboken", "NJ", "07030", 40.7421, -74.0293, "201-555-0109", "day", "grocer"],
  ["Ironbound Produce", "Joao Ferreira", "94 Ferry St", "Newark", "NJ", "07105", 40.7311, -74.1588, "973-555-0124", "early", "produce"],
  ["Bloomfield Avenue Farm Stand", "Karen Whitfield", "405 Bloomfield Ave", "Montclair", "NJ", "07042", 40.8141, -74.2165, "973-555-0136", "early", "produce"],
  ["Yonkers Riverfront Market", "Desmond Clarke", "12 Main St", "Yonkers", "NY", "10701", 40.9346, -73.9027, "914-555-0151", "day", "grocer"],
  ["Hempstead Shoe Row", "Tasha Coleman", "267 Fulton Ave", "Hempstead", "NY", "11550", 40.7085, -73.6217, "516-555-0167", "closedSunday", "clothier"],
  // Baltimore: all within 39.26–39.31 N, 76.53–76.61 W, so that a small road extract covers them
  ["Fells Point Provisions", "Caroline Hayes", "1640 Thames St", "Baltimore", "MD", "21231", 39.2822, -76.5934, "410-555-0103", "day", "grocer"],
  ["Canton Square Greens", "Marcus Bell", "2908 O'Donnell St", "Baltimore", "MD", "21224", 39.2803, -76.5747, "410-555-0117", "early", "produce"],
  ["Highlandtown Carniceria", "Ernesto Vega", "3520 Eastern Ave", "Baltimore", "MD", "21224", 39.2869, -76.5672, "410-555-0129", "late", "butcher"],
  ["Harbor East Dry Goods", "Naomi Fletcher", "801 Aliceanna St", "Baltimore", "MD", "21202", 39.2828, -76.6012, "410-555-0138", "day", "pantry"],
  ["Butchers Hill Creamery", "Ian Gallagher", "2100 E Pratt St", "Baltimore", "MD", "21231", 39.2894, -76.5872, "410-555-0149", "late", "creamery"],
  ["Greektown Table", "Sofia Kostas", "4711 Eastern Ave", "Baltimore", "MD", "21224", 39.2868, -76.5553, "410-555-0156", "day", "grocer"],
  ["Patterson Park Thrift & Shoe", "Renee Matthews", "2600 Eastern Ave", "Baltimore", "MD", "21224", 39.2857, -76.5797, "410-555-0164", "closedSunday", "clothier"],
  ["Monument Street Corner", "Andre Simms", "1919 E Monument St", "Baltimore", "MD", "21205", 39.2985, -76.5896, "410-555-0178", "late", "corner"],
  // Elsewhere
  ["Pilsen Mercado", "Teresa Aguilar", "1715 W 18th St", "Chicago", "IL", "60608", 41.8578, -87.6702, "312-555-0107", "day", "grocer"],
  ["Andersonville Dairy & Cone", "Erik Sandberg", "5212 N Clark St", "Chicago", "IL", "60640", 41.9768, -87.6683, "773-555-0121", "late", "creamery"],
  ["Echo Park Produce", "Maya Tran", "1610 W Sunset Blvd", "Los Angeles", "CA", "90026", 34.0776, -118.2588, "213-555-0133", "early", "produce"],
  ["Fairfax Threads", "Julian Ortiz", "428 N Fairfax Ave", "Los Angeles", "CA", "90036", 34.0789, -118.3615, "323-555-0144", "late", "clothier"],
  ["East Sixth Smokehouse", "Wade Dawson", "1208 E 6th St", "Austin", "TX", "78702", 30.2637, -97.7279, "512-555-0155", "closedSunday", "butcher"],
  ["South Congress Pantry", "Priya Nair", "1603 S Congress Ave", "Austin", "TX", "78704", 30.2478, -97.7503, "512-555-0166", "day", "pantry"],
  ["Ballard Farm Table", "Ingrid Solberg", "5330 Ballard Ave NW", "Seattle", "WA", "98107", 47.6659, -122.3838, "206-555-0115", "early", "grocer"],
  ["Sweet Auburn Grocer", "Calvin Brooks", "209 Edgewood Ave SE", "Atlanta", "GA", "30303", 33.7541, -84.3801, "404-555-0126", "day", "grocer"],
  ["Larimer Corner Store", "Beth Yazzie", "2701 Larimer St", "Denver", "CO", "80205", 39.7594, -104.9859, "303-555-0137", "late", "corner"],
  ["Calle Ocho Frutas", "Yolanda Perez", "1528 SW 8th St", "Miami", "FL", "33135", 25.7657, -80.2196, "305-555-0148", "early", "produce"],
  ["Haymarket Pushcarts", "Sean Donovan", "96 Blackstone St", "Boston", "MA", "02109", 42.3616, -71.0567, "617-555-0159", "early", "produce"],
  ["Roosevelt Row Outfitters", "Daniela Cruz", "417 E Roosevelt St", "Phoenix", "AZ", "85004", 33.4586, -112.0677, "602-555-0168", "closedSunday", "clothier"],
  ["Alberta Street Larder", "Noah Kessler", "1722 NE Alberta St", "Portland", "OR", "97211", 45.5589, -122.6476, "503-555-0179", "day", "pantry"],
]
