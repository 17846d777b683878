/** Where people live: near enough to each other for couriers, and one pair that is too far. */
export const PLACES = [
  { city: "New York", state: "NY", zip: "10001" },
  { city: "New York", state: "NY", zip: "10011" },
  { city: "Jersey City", state: "NJ", zip: "07302" },
  { city: "Baltimore", state: "MD", zip: "21224" },
] as const
