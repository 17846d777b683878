import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8")

type Colour = [l: number, c: number, h: number]
const colours = new Map<string, { day: Colour; night: Colour }>()
const OKLCH = String.raw`oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)`
for (const found of css.matchAll(new RegExp(String.raw`--([\w-]+): light-dark\(${OKLCH}, ${OKLCH}\)`, "g"))) {
  const [, name, ...rest] = found
  const [l, c, h, nl, nc, nh] = rest.map(Number) as [number, number, number, number, number, number]
  colours.set(name ?? "", { day: [l / 100, c, h], night: [nl / 100, nc, nh] })
}

/** Relative luminance of an OKLCH color, via linear sRGB (Björn Ottosson's matrices). */
function luminance([lightness, chroma, hue]: Colour): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clamp = (value: number) => Math.min(1, Math.max(0, value))
  const red = clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string, when: "day" | "night"): number {
  const [a, b] = [one, other].map((name) => {
    const colour = colours.get(name)
    if (!colour) throw new Error(`tokens.css has no --${name}`)
    return luminance(colour[when])
  }) as [number, number]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const GROUNDS = ["paper", "card", "butter", "sage", "blush", "sky"]
const TEXT: [string, string][] = [
  ...GROUNDS.map((ground): [string, string] => ["ink", ground]),
  ["soft", "paper"],
  ["soft", "card"],
  ["soft", "line"],
  ["soft", "sage"],
  ["leaf", "paper"],
  ["leaf", "card"],
  ["on-leaf", "leaf"],
  ["on-leaf", "leaf-deep"],
  ["on-tomato", "tomato"],
  ["tomato-text", "paper"],
  ["tomato-text", "card"],
  ["tomato-text", "blush"],
  ["paper", "ink"],
]
const SHAPES: [string, string][] = [
  ["edge", "card"],
  ["edge", "paper"],
  ["tomato", "paper"],
  ["tomato", "card"],
  ["leaf", "sky"],
]

describe.each(["day", "night"] as const)("the palette by %s", { tags: ["A11Y-2"] }, (when) => {
  it.each(TEXT)("lets %s be read on %s (WCAG AA, 4.5:1)", (text, ground) => {
    expect(contrast(text, ground, when)).toBeGreaterThanOrEqual(4.5)
  })
  it.each(SHAPES)("lets %s be seen beside %s (WCAG AA, 3:1)", (shape, ground) => {
    expect(contrast(shape, ground, when)).toBeGreaterThanOrEqual(3)
  })
})
