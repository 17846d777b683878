type Address = { address: string; city: string; state: string; zip: string }

/** The URL of a map page that shows an address; on a phone it opens the map app. */
export const mapAddress = ({ address, city, state, zip }: Address): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${address}, ${city}, ${state} ${zip}`)}`
