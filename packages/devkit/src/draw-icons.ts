import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import sharp from "sharp"

/** `npm run icons`: renders the app's icons into public/icons/ from the favicon, on each role's own background. */
const root = fileURLToPath(new URL("../../../", import.meta.url))
const GROUNDS = { customer: "#faf6ec", seller: "#ddefe1", deliverer: "#d9ebf7", admin: "#f5e7bf" }
/** The drawing's share of the icon's width: a maskable icon may be cropped to a circle of 80% of its width. */
const KINDS = { "": 0.8, "-maskable": 0.58 }

const drawing = readFileSync(`${root}public/favicon.svg`)
mkdirSync(`${root}public/icons`, { recursive: true })
for (const [role, ground] of Object.entries(GROUNDS))
  for (const size of [192, 512])
    for (const [suffix, share] of Object.entries(KINDS)) {
      const inner = Math.round(size * share)
      const input = await sharp(drawing, { density: (72 * inner) / 32 })
        .resize(inner, inner)
        .png()
        .toBuffer()
      const icon = sharp({ create: { width: size, height: size, channels: 4, background: ground } })
        .composite([{ input }])
        .png({ palette: true })
      writeFileSync(`${root}public/icons/${role}-${size}${suffix}.png`, await icon.toBuffer())
    }
