import { existsSync } from "node:fs"

export const FIREFOX = "/usr/bin/firefox-esr"
export const WEBKIT_DRIVER = "/usr/bin/WebKitWebDriver"
export const XVFB = "/usr/bin/Xvfb"

/** Vitest's global setup. Both engines are Debian packages; without one of them no test starts. */
export default function requireEngines(): void {
  const missing = [FIREFOX, WEBKIT_DRIVER, XVFB].filter((file) => !existsSync(file))
  if (missing.length > 0)
    throw new Error(
      `${missing.join(", ")} not found. On Debian: apt-get install -y --no-install-recommends firefox-esr webkit2gtk-driver xvfb fonts-dejavu-core libgl1-mesa-dri libegl1 libgles2`,
    )
}
