import { bar, block, carton, cookies, dots, gradients, heap, type Shade, sandwich } from "./drawing-shapes.ts"

/**
 * Drawings that Fluent Emoji does not have, in its style: one object in a box of 32 units, soft gradients, light from
 * above, no outlines. Also replaces emoji that show something other than the product.
 */

/** A bean as long as a finger, slightly bent. */
const bean = (x: number, y: number, turn: number) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(1 .72)"><path d="M-12.5 1.5C-8-2.8 6-3.8 12-1.2c1.6.7 1.3 2.5-.3 2.8C6 2.6-6 4.6-11.6 3.6c-1.3-.2-1.7-1.3-.9-2.1z" fill="url(#gbean)"/><path d="M-10 1.6C-5-1.2 5-2 10.5-.6" stroke="#b6e07c" stroke-width=".7" fill="none" stroke-linecap="round" opacity=".8"/><path d="M12.3-.9c1 0 2-.8 2.3-1.9" stroke="#3f7a25" stroke-width="1.1" fill="none" stroke-linecap="round"/></g>`

const GRAPES = [
  [11, 12],
  [16, 11.5],
  [21, 12],
  [8.8, 16],
  [13.6, 16.2],
  [18.4, 16.2],
  [23.2, 16],
  [11.2, 20.4],
  [16, 20.6],
  [20.8, 20.4],
  [13.6, 24.6],
  [18.4, 24.6],
  [16, 28.4],
] as const

const DRUPELETS = [
  [10.5, 12.5],
  [14.2, 11.6],
  [18, 11.6],
  [21.6, 12.5],
  [9.6, 16.2],
  [13.2, 15.5],
  [16.9, 15.4],
  [20.6, 15.7],
  [23, 16.8],
  [11, 19.8],
  [14.6, 19.4],
  [18.2, 19.4],
  [21.5, 20.2],
  [12.8, 23.3],
  [16.3, 23.1],
  [19.6, 23.5],
  [14.7, 26.6],
  [17.8, 26.6],
] as const

const SHORT: Shade = ["#fbe2a6", "#e2b568"]
const GINGER: Shade = ["#d59a56", "#a4672c"]

export const OWN_DRAWINGS: Readonly<Record<string, string>> = {
  "green-beans": `<defs>${gradients([{ id: "gbean", shade: ["#8fcf4e", "#4f9130"] }])}</defs>${bean(16, 8.5, 12)}${bean(15, 13.5, -10)}${bean(17, 18, 8)}${bean(15.5, 22.5, -6)}`,
  "green-grapes": `<defs>${gradients([{ id: "ggrape", shade: ["#e6f5a0", "#8fb93a"], round: true }])}</defs><path d="M16 10.5C16 7 16.5 4.5 18.5 2.5" stroke="#7a5a34" stroke-width="1.8" fill="none" stroke-linecap="round"/><path d="M17 7.5c3-4 7-3.8 9.5-1.5-2.5 3.5-6.5 3.8-9.5 1.5z" fill="#5a9a34"/>${dots(GRAPES, 3.1, "url(#ggrape)")}`,
  raspberries: `<defs>${gradients([{ id: "rasp", shade: ["#ff7d9a", "#c2183f"], round: true }])}</defs><path d="M9 12c0-2 3-3 7-3s7.5 1 7.8 4c.5 5.5-3.5 15-7.8 15S8.6 17.5 9 12z" fill="#b01238"/>${dots(DRUPELETS, 2.2, "url(#rasp)")}<path d="M16 10.5c-2.5.8-5.5.6-7.5-1.6 2.3-.8 4-.8 5.5-.2-.7-1.6-.5-3.3.6-4.9 1.2 1.2 1.7 2.3 1.8 3.5.8-1.2 2.2-2 4.2-2.3-.1 1.7-.8 2.9-1.9 3.7 1.5-.3 3 0 4.8 1-2.3 1.7-5 1.8-7.5.8z" fill="#5c9e38"/>`,
  plums: `<defs>${gradients([{ id: "plum", shade: ["#8d6cc0", "#3b2159"], round: true }])}</defs><ellipse cx="21" cy="13.5" rx="8" ry="8.5" fill="url(#plum)"/><ellipse cx="12.5" cy="19" rx="9.5" ry="9.8" fill="url(#plum)"/><path d="M13.5 9.6c-1.8 4-2 10-.5 17.5" stroke="#2c1746" stroke-width=".9" fill="none" opacity=".6" stroke-linecap="round"/><path d="M13.2 10c.2-2.5 1-4.5 2.6-6" stroke="#7a5a34" stroke-width="1.4" fill="none" stroke-linecap="round"/><ellipse cx="8.6" cy="15.6" rx="1.7" ry="3" fill="#fff" opacity=".25" transform="rotate(24 8.6 15.6)"/>`,
  "red-cabbage": `<defs>${gradients([
    { id: "rcab", shade: ["#b872b8", "#6a2a72"], round: true },
    { id: "rleaf", shade: ["#9a569f", "#5a2263"] },
  ])}</defs><path d="M3 18c-.5-7 4-10.5 7-11l3 20C7 28 3.5 24 3 18zM29 18c.5-7-4-10.5-7-11l-3 20c6 1 9.5-3 10-9z" fill="url(#rleaf)"/><circle cx="16" cy="17" r="11" fill="url(#rcab)"/><path d="M16 28V13M16 22c-4-.5-6.5-3-7.5-6.5M16 22c4-.5 6.5-3 7.5-6.5M16 16.5c-2.5-.5-4-2-4.5-4.5M16 16.5c2.5-.5 4-2 4.5-4.5" stroke="#ecc9ec" stroke-width="1" fill="none" stroke-linecap="round"/>`,
  "black-beans": heap("blackb", ["#6b6670", "#1f1c24"], [2.9, 2]),
  chickpeas: heap(
    "chick",
    ["#f6dfa8", "#cfa35a"],
    [2.5, 2.3],
    40,
    `<path d="M-.6-1.5c.8.2 1.1.7 1 1.4" stroke="#b98c48" stroke-width=".6" fill="none"/>`,
  ),
  "green-lentils": heap("glent", ["#b5b66a", "#6f7436"], [2.4, 1.5], 40),
  "red-lentils": heap("rlent", ["#ffb27a", "#e0662f"], [2.4, 1.5], 40),
  "black-eyed-peas": heap(
    "bep",
    ["#fff3d8", "#dcc393"],
    [2.9, 2],
    30,
    `<ellipse cx=".3" cy="0" rx="1" ry=".8" fill="#2b2622"/>`,
  ),
  "split-peas": heap("split", ["#c9dd74", "#86a636"], [2.2, 1.9], 60),
  "red-beans": heap("redb", ["#d0604f", "#7d1f1c"], [2.9, 1.9]),
  "black-rice": heap("brice", ["#66506e", "#241a2b"], [2.4, 1], 60),
  "brown-rice": heap("brrice", ["#e3c08c", "#b0824a"], [2.3, 1], 60),
  "yellow-rice": heap("ylrice", ["#ffe27a", "#e6ab1f"], [2.3, 1], 60),
  "wild-rice": heap("wirice", ["#7a5f45", "#33241a"], [3, 0.7], 60),
  "arborio-rice": heap("arb", ["#ffffff", "#dcd6c8"], [2.3, 1.4], 60),
  "baked-beans": `<defs>${gradients([
    { id: "bbj", shade: ["#c8702f", "#8a3d14"] },
    { id: "bbb", shade: ["#e39a58", "#a8551f"], round: true },
  ])}</defs><path d="M7 10c0-1.5 1-2.5 2.5-2.5h13c1.5 0 2.5 1 2.5 2.5l1 3v14a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3V13z" fill="url(#bbj)"/>${[
    [10, 14],
    [15, 13],
    [21, 14.5],
    [12.5, 18],
    [18.5, 18],
    [23, 19.5],
    [9, 21.5],
    [15, 22.5],
    [20.5, 23.5],
    [10.5, 26.5],
    [16.5, 27],
    [22.5, 27],
  ]
    .map(
      ([x, y], at) =>
        `<ellipse cx="${x}" cy="${y}" rx="2.6" ry="1.8" fill="url(#bbb)" transform="rotate(${(at * 53) % 90} ${x} ${y})"/>`,
    )
    .join(
      "",
    )}<path d="M8.5 13v13" stroke="#fff" stroke-width="1.4" stroke-linecap="round" opacity=".5"/><rect x="7" y="2.5" width="18" height="5.5" rx="1.6" fill="#d8473c"/><rect x="7" y="5.6" width="18" height="2.4" rx="1.2" fill="#b3322b"/>`,
  cheddar: block("ched", ["#ffb545", "#ee8f1c"], "#ffd07d", "#d97a12"),
  "queso-fresco": block("queso", ["#fffdf4", "#ece5d2"], "#ffffff", "#d9cfb8"),
  mozzarella: `<defs>${gradients([
    { id: "mozz", shade: ["#ffffff", "#d9d5c8"], round: true },
    { id: "mozd", shade: ["#8fc4dc", "#4f8eb0"] },
  ])}</defs><circle cx="10.5" cy="15" r="6.5" fill="url(#mozz)"/><circle cx="21.5" cy="15" r="6.5" fill="url(#mozz)"/><circle cx="16" cy="13" r="7.5" fill="url(#mozz)"/><path d="M2.5 18h27c0 6.5-5 11-13.5 11S2.5 24.5 2.5 18z" fill="url(#mozd)"/><rect x="1.8" y="17" width="28.4" height="2.4" rx="1.2" fill="#b5dcec"/><path d="M16.5 8c3-3.5 6.5-3.2 8.3-1.4-2 2.8-5.5 3.6-8.3 1.4z" fill="#4f9a3c"/>`,
  parmesan: `<defs>${gradients([{ id: "parm", shade: ["#fbe9b4", "#e8c873"] }])}</defs><path d="M3 21 24 6.5c3 1.5 5 4.5 5.5 8.5L9 22.5z" fill="#fdf3d0"/><path d="M24 6.5c3 1.5 5 4.5 5.5 8.5v7.5c-.5-3-2-5.5-4-7z" fill="#b98a3e"/><path d="M3 21l26.5-6v9.5L4 29c-.7.1-1-.3-1-1z" fill="url(#parm)"/><path d="m8 23 2-.5M14 24.5l2-.4M20 21l1.5-.3M11 26.5l1.5-.3M24 23.5l2-.4M18 18.9l1.5-.3" stroke="#cfa64e" stroke-width=".9" stroke-linecap="round"/>`,
  "cream-carton": carton("creamk", ["#7db1e0", "#3f78b5"]),
  "buttermilk-carton": carton("butterk", ["#f3cf6a", "#d79f2a"]),
  "half-carton": carton("halfk", ["#a9cf8a", "#5f9a45"]),
  "chocolate-milk": carton("chock", ["#9a6a48", "#5e3a22"]),
  "sour-cream": `<defs>${gradients([{ id: "scup", shade: ["#e9f2fb", "#b6c9de"] }])}</defs><path d="M8 11c0-4 3-5.5 5-5 .5-2.5 4.5-3 5.5-.5C21 5 24 7 24 11z" fill="#fffdf6"/><path d="M5.5 12h21l-2 15.5a2 2 0 0 1-2 1.8h-13a2 2 0 0 1-2-1.8z" fill="url(#scup)"/><rect x="4.5" y="10.5" width="23" height="3" rx="1.5" fill="#f7fbff"/><path d="M7 18.5h18l-.7 5.5H7.7z" fill="#4f9a5c"/>`,
  "peanut-butter-cookies": cookies(
    "pbc",
    ["#e8b871", "#bd8238"],
    `<path d="M-5.5-3.5h11M-6.5 0h13M-5.5 3.5h11M-3.5-5.5v11M0-6.5v13M3.5-5.5v11" stroke="#a86c28" stroke-width="1.3" stroke-linecap="round" opacity=".75"/>`,
  ),
  gingersnaps: cookies(
    "ging",
    GINGER,
    `<path d="M-6-1.5 -2.5-.5-.5-3.5 2.5-.8 6.5-2M-4.5 4l2.5-1.5L1 5l3-2.5" stroke="#7d4a1c" stroke-width=".9" fill="none" stroke-linecap="round" stroke-linejoin="round"/>${dots(
      [
        [-3, -5],
        [3, -5],
        [-5.5, 1.2],
        [5, 1.5],
        [0, 1.5],
        [-1, 6.5],
      ],
      0.6,
      "#fff3d6",
    )}`,
  ),
  "sugar-cookies": cookies(
    "sugc",
    SHORT,
    `<path d="M0-7.5c4.5 0 7.5 3.2 7.5 7S4.5 7.5 0 7.5-7.5 4-7.5-.5-4.5-7.5 0-7.5z" fill="#ff9fc0"/>${[
      ["-3", "-3", "#fff"],
      ["2", "-4", "#ffe066"],
      ["4", "1", "#8fd3ff"],
      ["-4", "2", "#ffe066"],
      ["0", "4", "#fff"],
      ["0", "0", "#a5e887"],
    ]
      .map(
        ([x, y, fill], at) =>
          `<rect x="${x}" y="${y}" width="2.4" height="1" rx=".5" fill="${fill}" transform="rotate(${at * 50} ${x} ${y})"/>`,
      )
      .join("")}`,
  ),
  shortbread: `<defs>${gradients([{ id: "short", shade: SHORT }])}</defs>${[
    [11, 4, -14],
    [18, 9, -14],
  ]
    .map(
      ([x, y, turn]) =>
        `<g transform="rotate(${turn} 16 16) translate(${Number(x) - 8} ${y})"><rect y="1.2" width="21" height="11.5" rx="1.8" fill="#cf9c4f"/><rect width="21" height="11.5" rx="1.8" fill="url(#short)"/>${dots(
          [
            [4, 3.5],
            [10.5, 3.5],
            [17, 3.5],
            [4, 8],
            [10.5, 8],
            [17, 8],
          ],
          0.8,
          "#c08d42",
        )}</g>`,
    )
    .join("")}`,
  "fortune-cookie": `<defs>${gradients([{ id: "fortu", shade: ["#f8cf82", "#d08f38"] }])}</defs><rect x="13" y="19.5" width="17" height="4" rx=".6" fill="#fffef8" transform="rotate(-16 13 21)"/><path d="M19 20.5h6M20 22h4" stroke="#c9534a" stroke-width=".6" transform="rotate(-16 13 21)"/><path d="M2.5 20.5C2 11.5 8.5 6 16 6s14 5.5 13.5 14.5c-.1 1.7-2 2.3-3.2 1C24 19 21 15.5 16 15.5S8 19 5.7 21.5c-1.2 1.3-3.1.7-3.2-1z" fill="url(#fortu)"/><path d="M16 6.2c-1 3-1 6.3 0 9.3M2.6 20.5C6 14.5 10 11 16 10.5s10 4 13.4 10" stroke="#b9782a" stroke-width=".8" fill="none" opacity=".7"/>`,
  "animal-crackers": `<defs>${gradients([{ id: "eleph", shade: ["#f2cb85", "#cf9846"] }])}</defs><path d="M4.5 19c-1-6 3-10 8.5-10 2 0 3.5.2 4.5.6C18.7 7 22 6 24.5 7.3c3.5 1.7 4 5.7 3.8 9.2-.1 2.3.3 4 .9 5.6.4 1.3-1.7 2.3-2.7 1-1-1.3-1.6-3-1.7-4.9-.7.6-1.5.9-2.3 1v4.8a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1v-3.5h-5V24a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1v-3.3z" fill="#a8742c" transform="translate(0 1.2)"/><path d="M4.5 19c-1-6 3-10 8.5-10 2 0 3.5.2 4.5.6C18.7 7 22 6 24.5 7.3c3.5 1.7 4 5.7 3.8 9.2-.1 2.3.3 4 .9 5.6.4 1.3-1.7 2.3-2.7 1-1-1.3-1.6-3-1.7-4.9-.7.6-1.5.9-2.3 1v4.8a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1v-3.5h-5V24a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1v-3.3z" fill="url(#eleph)"/><path d="M19.5 10c-2.3 2-2.3 5.5.3 7.3 1.7-1.4 2.3-3 2.2-5" stroke="#a8742c" stroke-width=".9" fill="none" stroke-linecap="round"/><circle cx="24.7" cy="11.5" r=".9" fill="#7d5218"/>${dots(
    [
      [8, 14],
      [12, 12.5],
      [11, 17],
      [15.5, 15.5],
    ],
    0.6,
    "#a8742c",
  )}`,
  "sandwich-cookies": `<defs>${gradients([{ id: "swc", shade: ["#f3d08d", "#cf9d4c"], round: true }])}</defs><ellipse cx="16" cy="22" rx="12" ry="6.5" fill="#b98235"/><ellipse cx="16" cy="19.5" rx="11.3" ry="6.3" fill="#fffaf0"/><ellipse cx="16" cy="16" rx="12" ry="7" fill="#c08d42"/><ellipse cx="16" cy="14.5" rx="12" ry="7" fill="url(#swc)"/><ellipse cx="16" cy="14.5" rx="7.5" ry="4.2" fill="none" stroke="#b98235" stroke-width=".9" stroke-dasharray="1.6 1.2"/>`,
  wafers: `<defs>${gradients([{ id: "wafer", shade: ["#f6d597", "#dba957"] }])}</defs>${[
    [3, 18.5],
    [5.5, 11],
  ]
    .map(
      ([x, y]) =>
        `<g transform="rotate(-12 16 16) translate(${x} ${y})"><rect width="23" height="2.6" rx=".8" fill="url(#wafer)"/><rect y="2.4" width="23" height="1.7" fill="#7d4d2a"/><rect y="4" width="23" height="1.6" fill="#e8bc6d"/><rect y="5.5" width="23" height="1.5" fill="#7d4d2a"/><rect y="6.7" width="23" height="2" rx=".8" fill="#d9a654"/><path d="M3.5.4v2M7.5.4v2M11.5.4v2M15.5.4v2M19.5.4v2" stroke="#c2903f" stroke-width=".7"/></g>`,
    )
    .join("")}`,
  "fig-bars": `<defs>${gradients([{ id: "figb", shade: ["#d9a762", "#a8722f"] }])}</defs>${[
    [2, 15],
    [7, 6.5],
  ]
    .map(
      ([x, y]) =>
        `<g transform="rotate(-10 16 16) translate(${x} ${y})"><rect width="22" height="9.5" rx="3" fill="url(#figb)"/><rect x="17.5" y="0" width="6" height="9.5" rx="2.6" fill="#c4914c"/><rect x="18.8" y="1.8" width="3.6" height="5.9" rx="1.6" fill="#5e2f3c"/>${dots(
          [
            [20, 3.5],
            [21, 5.5],
            [20, 6.5],
          ],
          0.4,
          "#e8c68a",
        )}</g>`,
    )
    .join("")}`,
  biscotti: `<defs>${gradients([{ id: "bisc", shade: ["#efc583", "#c58d44"] }])}</defs>${[
    [-20, 4],
    [-8, 11.5],
  ]
    .map(
      ([turn, y]) =>
        `<g transform="rotate(${turn} 16 16) translate(2.5 ${y})"><path d="M2 11C-.5 8.5.5 1.5 6 .8 14-.2 21-.3 25 2.5c2.5 1.8 2 6.5-.5 8.5-2.5 1.5-20 1.8-22.5 0z" fill="#9c6526" transform="translate(0 1)"/><path d="M2 11C-.5 8.5.5 1.5 6 .8 14-.2 21-.3 25 2.5c2.5 1.8 2 6.5-.5 8.5-2.5 1.5-20 1.8-22.5 0z" fill="url(#bisc)"/>${[
          [7, 4.5, 20],
          [13, 7.5, -30],
          [18.5, 4, 10],
          [21.5, 8, 50],
        ]
          .map(
            ([x, at, aslant]) =>
              `<ellipse cx="${x}" cy="${at}" rx="2.2" ry="1.2" fill="#fff0cf" stroke="#8a5520" stroke-width=".5" transform="rotate(${aslant} ${x} ${at})"/>`,
          )
          .join("")}</g>`,
    )
    .join("")}`,
  macarons: [
    ["mac1", "#bfe09a", "#7fb052", 5.5, 17.5],
    ["mac2", "#ffb9cb", "#e0708f", 16.5, 17.5],
    ["mac3", "#a8795a", "#6b432a", 11, 6.5],
  ]
    .map(
      ([id, light, dark, x, y]) =>
        `<defs>${gradients([{ id: String(id), shade: [String(light), String(dark)] }])}</defs><g transform="translate(${Number(x) - 2} ${y})"><path d="M0 10.5c0-1 .8-1.5 2-1.5h10c1.2 0 2 .5 2 1.5 0 2-3 3-7 3s-7-1-7-3z" fill="${dark}"/><rect x=".8" y="6.3" width="12.4" height="3.4" rx="1.2" fill="#fff8ee"/><path d="M0 5.5C0 2 3 0 7 0s7 2 7 5.5c0 1-.8 1.5-2 1.5H2C.8 7 0 6.5 0 5.5z" fill="url(#${id})"/></g>`,
    )
    .join(""),
  "ice-cream-bar": bar(
    "icbar",
    ["#8a5a3c", "#4d2c18"],
    `<path d="M10.5 10.8a5.5 5.5 0 0 1 3.5-4.9" stroke="#d7a988" stroke-width="1.3" fill="none" stroke-linecap="round"/>`,
  ),
  "almond-bar": bar(
    "albar",
    ["#a86b40", "#6a3c1e"],
    dots(
      [
        [11.5, 10],
        [15, 8],
        [19.5, 9.5],
        [13, 14],
        [18, 13.5],
        [21, 17],
        [12, 18.5],
        [16, 17.5],
        [18.5, 21],
      ],
      1.1,
      "#f2d7a6",
    ),
  ),
  "fruit-popsicle": bar(
    "frpop",
    ["#ff7a6b", "#e23a52"],
    `<path d="M12.6 9.5V19M19.4 9.5V19" stroke="#ffc2b8" stroke-width="1.6" stroke-linecap="round" opacity=".8"/>`,
  ),
  "lime-popsicle": bar(
    "lipop",
    ["#d3ee7c", "#86bf3a"],
    `<path d="M12.6 9.5V19M19.4 9.5V19" stroke="#f4ffd0" stroke-width="1.6" stroke-linecap="round" opacity=".8"/>`,
  ),
  "ice-cream-sandwich": sandwich(
    "icsw",
    ["#8a5a3c", "#51301b"],
    "#fff6e3",
    dots(
      [
        [8, 11.3],
        [13.3, 11.3],
        [18.7, 11.3],
        [24, 11.3],
      ],
      0.7,
      "#4a2a16",
    ),
  ),
  "cookie-sandwich": sandwich(
    "cosw",
    ["#e2ab63", "#b27531"],
    "#fff6e3",
    dots(
      [
        [7.5, 10.5],
        [12, 12.3],
        [16.5, 10],
        [21, 12],
        [25, 10.5],
      ],
      0.9,
      "#4a2a16",
    ),
  ),
  calculator: `<defs>${gradients([{ id: "calc", shade: ["#6f7b8c", "#3f4857"] }])}</defs><rect x="6" y="1.5" width="20" height="29" rx="3" fill="url(#calc)"/><rect x="8.5" y="4.5" width="15" height="6" rx="1.2" fill="#cfe6c4"/><path d="M18.6 5.8h3l-1.6 3.4" fill="none" stroke="#3f5a36" stroke-width=".9" stroke-linecap="round"/>${[13.5, 18, 22.5].flatMap((y) => [9, 14, 19].map((x) => `<rect x="${x}" y="${y}" width="4" height="3" rx=".9" fill="#eef1f5"/>`)).join("")}<rect x="9" y="26.6" width="9" height="2.4" rx=".9" fill="#eef1f5"/><rect x="19" y="26.6" width="4" height="2.4" rx=".9" fill="#f08a3c"/>`,
  "packing-tape": `<defs>${gradients([
    { id: "tapeo", shade: ["#e0b878", "#b07f3c"], round: true },
  ])}</defs><path d="M22 26.5h8v2.6l-1.3-.7-1.3.9-1.3-.9-1.3.9-1.3-.9H16z" fill="#d6aa66"/><circle cx="16" cy="16" r="13" fill="url(#tapeo)"/><circle cx="16" cy="16" r="8" fill="#f2e4c9"/><circle cx="16" cy="16" r="6.3" fill="#8a6a3a"/><circle cx="16" cy="16" r="10.5" fill="none" stroke="#a87734" stroke-width=".6" opacity=".7"/>`,
  highlighters: [
    ["hly", "#ffe94d", "#e0bd00", -24],
    ["hlp", "#ff9ac8", "#df4d92", 0],
    ["hlg", "#a5ee7f", "#58b532", 24],
  ]
    .map(
      ([id, light, dark, turn]) =>
        `<defs>${gradients([{ id: String(id), shade: [String(light), String(dark)] }])}</defs><g transform="rotate(${turn} 16 30)"><path d="M14.8 2h2.4l1 3.8h-4.4z" fill="${dark}"/><path d="M13.3 5.5h5.4l1 4h-7.4z" fill="#f3f5f8"/><rect x="12.3" y="9" width="7.4" height="18" rx="1.2" fill="url(#${id})"/><rect x="12.3" y="22" width="7.4" height="5" rx="1.2" fill="${dark}"/></g>`,
    )
    .join(""),
}
