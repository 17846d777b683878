const DEVICES = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android.*Mobile/, "Android phone"],
  [/Android/, "Android tablet"],
  [/CrOS/, "Chromebook"],
  [/Macintosh|Mac OS X/, "Mac"],
  [/Windows/, "Windows computer"],
  [/Linux/, "Linux computer"],
] as const

/** The order matters: user agents of the first browsers also contain the names of the last ones. */
const BROWSERS = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const

/** Returns the everyday name of the device in a user agent: "iPhone, Safari". The header may contain anything. */
export function deviceWords(userAgent: string | null): { device: string; isPhone: boolean } {
  const sent = userAgent ?? ""
  const device = DEVICES.find(([pattern]) => pattern.test(sent))?.[1]
  const browser = BROWSERS.find(([pattern]) => pattern.test(sent))?.[1]
  const words = [device, browser].filter(Boolean).join(", ")
  return { device: words || "An unknown device", isPhone: device === "iPhone" || device === "Android phone" }
}
