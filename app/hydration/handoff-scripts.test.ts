import { expect, it } from "vitest"
import { handoffScripts } from "./handoff-scripts.ts"

it("hands the text over unchanged, whatever is in it", () => {
  const text = `[{"name":"</script><!-- <b>&amp; \u2028\u2029 'x' \\ "y"}]\n`
  const html = handoffScripts(text, "abc")
  const [, nonce, script = ""] = /^<script nonce="(\w+)">(.*)<\/script>$/s.exec(html) ?? []
  expect(nonce).toBe("abc")
  expect(script).not.toMatch(/[<>&\u2028\u2029]/)
  const heard: string[] = []
  const streamController = {
    enqueue: (piece: string) => heard.push(piece),
    close: () => heard.push("closed"),
  }
  new Function("window", script)({ __reactRouterContext: { streamController } })
  expect(heard).toEqual([text, "closed"])
})
