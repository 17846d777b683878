import { findChromium } from "@pushcart/devkit/find-chromium"
import { type Browser, chromium } from "playwright"

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
]

/** Starts the machine's Chromium, if there is one. With a port, other programs can control it. */
export async function openBrowser({ port }: { port?: number } = {}): Promise<Browser | undefined> {
  const executablePath = findChromium()
  if (!executablePath) return undefined
  const args = port ? [...FLAGS, `--remote-debugging-port=${port}`] : FLAGS
  return chromium.launch({ executablePath, args })
}
