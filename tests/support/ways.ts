import type { PageOptions } from "./browser.ts"

/** How people come to a page: what a browser test walks is walked each way. */
export const WAYS: { name: string; options: PageOptions }[] = [
  { name: "with JavaScript", options: {} },
  { name: "without JavaScript", options: { javaScript: false } },
  { name: "on a phone", options: { viewport: "phone" } },
]
