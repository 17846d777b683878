/** Carriers that show a parcel by its number, and how their page is called with it. */
const PAGES: readonly { carrier: RegExp; address: string }[] = [
  { carrier: /\bups\b/i, address: "https://www.ups.com/track?tracknum=" },
  { carrier: /\busps\b|postal service/i, address: "https://tools.usps.com/go/TrackConfirmAction?tLabels=" },
  { carrier: /\bfed ?ex\b/i, address: "https://www.fedex.com/fedextrack/?trknbr=" },
  { carrier: /\bdhl\b/i, address: "https://www.dhl.com/us-en/home/tracking.html?tracking-id=" },
]

/** The carrier's page about a parcel; null for a carrier that we do not know, as the seller typed it. */
export function trackingLink(carrier: string, trackingNumber: string): string | null {
  const page = PAGES.find((one) => one.carrier.test(carrier))
  return page ? page.address + encodeURIComponent(trackingNumber.replace(/\s/g, "")) : null
}
