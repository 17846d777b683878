import { expect, it } from "vitest"
import { deviceWords } from "./device-words.ts"

it.each([
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "iPhone, Safari",
    true,
  ],
  [
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
    "Android phone, Chrome",
    true,
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    "Mac, Chrome",
    false,
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
    "Windows computer, Edge",
    false,
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Linux computer, Firefox",
    false,
  ],
  ["curl/8.5.0", "An unknown device", false],
  [null, "An unknown device", false],
])("calls %s what people call it", (userAgent, device, isPhone) => {
  expect(deviceWords(userAgent)).toEqual({ device, isPhone })
})
