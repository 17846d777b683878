import sharp from "sharp"

/** Drawings of an applicant's documents, without a real face or name. */
export const DOCUMENTS = { id: idCard, certificate } as const
export type DocumentKind = keyof typeof DOCUMENTS

/** A JPEG of one kind of document. `hue` distinguishes the applicants. */
export function renderDocument(document: DocumentKind, hue: number): Promise<Uint8Array> {
  return sharp(Buffer.from(DOCUMENTS[document](hue)))
    .jpeg({ quality: 82 })
    .toBuffer()
}

const line = (x: number, y: number, width: number, height = 14) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${height / 2}" fill="#14241a" fill-opacity=".28"/>`

function idCard(hue: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="570">
<rect width="900" height="570" fill="#e9e4d6"/>
<rect x="40" y="40" width="820" height="490" rx="32" fill="hsl(${hue},45%,92%)" stroke="hsl(${hue},30%,60%)" stroke-width="4"/>
<rect x="40" y="40" width="820" height="84" rx="32" fill="hsl(${hue},40%,42%)"/>
<rect x="90" y="170" width="240" height="300" rx="18" fill="hsl(${hue},35%,82%)"/>
<circle cx="210" cy="275" r="58" fill="hsl(${hue},25%,55%)"/><path d="M110 470c0-70 45-110 100-110s100 40 100 110z" fill="hsl(${hue},25%,55%)"/>
${[190, 245, 300, 355].map((y, index) => line(380, y, 400 - index * 55, index ? 16 : 26)).join("")}
<path d="M390 450c40-50 60 30 95-10s45 20 90-15" fill="none" stroke="#14241a" stroke-width="5" stroke-linecap="round"/></svg>`
}

function certificate(hue: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="900">
<rect width="700" height="900" fill="#fdfaf1"/>
<rect x="30" y="30" width="640" height="840" fill="none" stroke="hsl(${hue},40%,42%)" stroke-width="10"/>
<rect x="48" y="48" width="604" height="804" fill="none" stroke="hsl(${hue},40%,42%)" stroke-width="2"/>
${line(170, 140, 360, 34)}${line(240, 200, 220, 18)}
${[310, 350, 390, 430, 470, 510].map((y, index) => line(110, y, index % 3 === 2 ? 330 : 480)).join("")}
<circle cx="530" cy="700" r="76" fill="hsl(${hue},55%,50%)"/><circle cx="530" cy="700" r="56" fill="none" stroke="#fff" stroke-width="5"/>
<path d="M110 720c50-60 70 40 115-10s60 20 120-20" fill="none" stroke="#14241a" stroke-width="5" stroke-linecap="round"/></svg>`
}
