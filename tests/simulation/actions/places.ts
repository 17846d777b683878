/** Where people live: close enough together for couriers, except one pair that is too far apart. */
export const PLACES = [
  { city: "New York", state: "NY", zip: "10001" },
  { city: "New York", state: "NY", zip: "10011" },
  { city: "Jersey City", state: "NJ", zip: "07302" },
  { city: "Baltimore", state: "MD", zip: "21224" },
] as const
