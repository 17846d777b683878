import { existsSync } from "node:fs"

/** Chromium's engine without its user interface: tests use a quarter less CPU time with it. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell"
const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
]

/** The machine's Chromium, or undefined. */
export function findChromium(): string | undefined {
  return firstThere([process.env.CHROMIUM_PATH, ...USUAL_PLACES, HEADLESS_SHELL])
}

/** The Chromium for tests: its headless shell if it is installed. */
export function findHeadlessChromium(): string | undefined {
  return firstThere([process.env.CHROMIUM_PATH, HEADLESS_SHELL, ...USUAL_PLACES])
}

const firstThere = (places: (string | undefined)[]) => places.find((place) => place && existsSync(place))
