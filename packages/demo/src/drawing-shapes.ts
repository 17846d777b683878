/** SVG parts shared by several drawings of own-drawings.ts, in a box of 32 units. */

export type Shade = readonly [light: string, dark: string]

/** Gradient ids differ between drawings: a stall shows several in one SVG. */
type Fill = { id: string; shade: Shade; round?: boolean }

export function gradients(fills: readonly Fill[]): string {
  const stops = ([light, dark]: Shade) =>
    `<stop stop-color="${light}"/><stop offset="1" stop-color="${dark}"/>`
  return fills
    .map(({ id, shade, round }) =>
      round
        ? `<radialGradient id="${id}" cx=".38" cy=".3" r=".8">${stops(shade)}</radialGradient>`
        : `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops(shade)}</linearGradient>`,
    )
    .join("")
}

const WOOD: Shade = ["#c98f5a", "#8a5630"]
const PAPER: Shade = ["#ffffff", "#dfe3ea"]

/** Small items in a wooden bowl: `size` is half of one's width and height, `turn` its rotation. */
export function heap(
  id: string,
  shade: Shade,
  [rx, ry]: readonly [number, number],
  turn = 25,
  mark = "",
): string {
  const rows = [
    [19, 5.5, 6],
    [16.4, 6.5, 6],
    [13.8, 8.4, 5],
    [11.4, 10.8, 4],
    [9.4, 13.2, 2],
  ] as const
  const pieces = rows.flatMap(([y, from, count], row) =>
    Array.from({ length: count }, (_, at) => {
      const x = from + at * ((32 - 2 * from) / Math.max(1, count - 1))
      const aslant = ((at * 37 + row * 61) % (2 * turn + 1)) - turn
      return `<g transform="translate(${x.toFixed(1)} ${y}) rotate(${aslant})"><ellipse rx="${rx}" ry="${ry}" fill="url(#${id}p)"/>${mark}</g>`
    }),
  )
  return `<defs>${gradients([
    { id: `${id}p`, shade, round: true },
    { id: `${id}b`, shade: WOOD },
  ])}</defs><path d="M5 18.5C6.5 12 11 8.4 16 8.4s9.5 3.6 11 10.1z" fill="${shade[1]}"/>${pieces.reverse().join("")}<path d="M2.5 19.3h27C29.5 25.5 25 29.5 16 29.5S2.5 25.5 2.5 19.3z" fill="url(#${id}b)"/><rect x="1.8" y="18.4" width="28.4" height="2.6" rx="1.3" fill="#dba672"/>`
}

/** Round cookies, two behind and one in front; `top` is the topping of the front one. */
export function cookies(id: string, shade: Shade, top: string): string {
  const disc = (x: number, y: number, r: number) =>
    `<circle cx="${x}" cy="${y + 1.2}" r="${r}" fill="${shade[1]}"/><circle cx="${x}" cy="${y}" r="${r}" fill="url(#${id})"/>`
  return `<defs>${gradients([{ id, shade, round: true }])}</defs>${disc(21, 11, 8.5)}${disc(12.5, 18.5, 10)}<g transform="translate(12.5 18.5)">${top}</g>`
}

/** A cut block of cheese, seen from the front. */
export function block(id: string, front: Shade, top: string, side: string): string {
  return `<defs>${gradients([{ id, shade: front }])}</defs><path d="M3 13 12 7.5h18L22.5 13z" fill="${top}"/><path d="M22.5 13 30 7.5v11.5l-7.5 7z" fill="${side}"/><path d="M3 14a1 1 0 0 1 1-1h18.5v13H4a1 1 0 0 1-1-1z" fill="url(#${id})"/>`
}

/** A frozen bar on its stick, with a bite of light. */
export function bar(id: string, shade: Shade, rest: string): string {
  return `<defs>${gradients([{ id, shade }])}</defs><g transform="rotate(14 16 16)"><rect x="14.2" y="21" width="3.6" height="9.5" rx="1.8" fill="#e2b988"/><path d="M8.5 10.5a7.5 7.5 0 0 1 15 0V22a1.5 1.5 0 0 1-1.5 1.5H10A1.5 1.5 0 0 1 8.5 22z" fill="url(#${id})"/>${rest}</g>`
}

/** A carton with a gable; the band's color identifies the product. */
export function carton(id: string, band: Shade): string {
  return `<defs>${gradients([
    { id: `${id}c`, shade: PAPER },
    { id: `${id}l`, shade: band },
  ])}</defs><rect x="9" y="1.8" width="14" height="3.4" rx=".8" fill="#c9d0dc"/><path d="M9.5 5.2h13L25.5 11h-19z" fill="#eef1f6"/><path d="M6.5 11h19v18a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 29z" fill="url(#${id}c)"/><path d="M6.5 16h19v9h-19z" fill="url(#${id}l)"/><path d="M16 17.3c2 2.4 3 3.7 3 4.9a3 3 0 0 1-6 0c0-1.2 1-2.5 3-4.9z" fill="#fff" opacity=".9"/>`
}

/** Two layers with a filling, at an angle. */
export function sandwich(id: string, crust: Shade, filling: string, holes: string): string {
  return `<defs>${gradients([{ id, shade: crust }])}</defs><g transform="rotate(-12 16 16)"><rect x="3.5" y="18.5" width="25" height="6" rx="2.6" fill="${crust[1]}"/><rect x="4.3" y="13" width="23.4" height="7.5" rx="2.4" fill="${filling}"/><rect x="3.5" y="8" width="25" height="6.6" rx="2.6" fill="url(#${id})"/>${holes}</g>`
}

export const dots = (places: readonly (readonly [number, number])[], r: number, fill: string) =>
  places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`).join("")
