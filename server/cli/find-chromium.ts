import { existsSync } from "node:fs"

const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
]

/** The machine's Chromium for the browser tests, or nothing. */
export function findChromium(): string | undefined {
  const places = [process.env.CHROMIUM_PATH, ...USUAL_PLACES]
  return places.find((place) => place && existsSync(place))
}
