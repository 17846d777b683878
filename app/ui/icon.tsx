import type { SVGProps } from "react"

const PATHS = {
  cart: "M3 4h2l2.2 10.2a1.5 1.5 0 0 0 1.5 1.2h8a1.5 1.5 0 0 0 1.5-1.1L20 8H6M9.5 20h.01M17 20h.01",
  bell: "M6 16v-5a6 6 0 1 1 12 0v5l1.5 2h-15L6 16Zm4 4.5h4",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8a7.5 7.5 0 0 1 15 0",
  pin: "M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21Zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",
  rotate: "M7 4h7a3 3 0 0 1 3 3v6M4 9h7v11H4zM14 11l3 3 3-3",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-10v5m0-8.5v.01",
  warning: "M12 4 2.5 20h19L12 4Zm0 6v5m0 2.5v.01",
  check: "M5 12.5 10 17.5 19.5 7",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  camera: "M4 8h3l2-3h6l2 3h3v11H4V8Zm8 8.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z",
  image: "M4 5h16v14H4V5Zm0 11 5-5 4 4 2.5-2.5L20 17M15.5 9.5h.01",
  handle: "M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01",
  mail: "M4 6h16v12H4zM4.5 7l7.5 6 7.5-6",
  phone:
    "M6 3h4l1.5 5-2.5 1.5a12 12 0 0 0 5.5 5.5L16 12.5l5 1.5v4a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3Z",
  message: "M4 5h16v11H11l-4 4v-4H4V5Z",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3 2",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  key: "M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm4-4h9v3m-4-3v3",
  door: "M7 20V4h10v16M4 20h16m-6-8v.01",
  smartphone: "M8 3h8v18H8zM12 17.5v.01",
  laptop: "M6 5h12v10H6zM3 19h18",
  bag: "M5 8h14l-1 12H6L5 8Zm4 3V7a3 3 0 0 1 6 0v4",
  bike: "M6 19a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm12 0a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-12-3.5 4-6h5l3 6m-8-6 2.5 6M14 6h3",
  heart: "M12 20s-7.5-4.6-7.5-10.2A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 7.5 2.8C19.5 15.4 12 20 12 20Z",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm5-1.5L20.5 20.5",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  swap: "M4 8h14m0 0-3-3m3 3-3 3M20 16H6m0 0 3 3m-3-3 3-3",
  trash: "M4 7h16M9 7V4h6v3m2.5 0-1 13h-9l-1-13M10 11v5m4-5v5",
  directions: "M12 2.8 21.2 12 12 21.2 2.8 12ZM9.5 15v-4H15m-2.2-2.5L15.3 11l-2.5 2.5",
  list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  map: "M9 4 3.5 6v14L9 18l6 2 5.5-2V4L15 6 9 4Zm0 0v14m6-12v14",
  scan: "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M8 8.5v7M12 8.5v7M16 8.5v7",
  calendar: "M5 6h14v14H5zM5 10.5h14M9 3.5v4m6-4v4M9 15l2 2 4-4",
  card: "M3 6h18v12H3zM3 10h18M6.5 14.5h3",
  house: "M3.5 11.5 12 4l8.5 7.5M6 9.5V20h12V9.5",
  print: "M7 8.5V4h10v4.5M7 17H4V8.5h16V17h-3M7 14h10v6H7z",
  sort: "M8 5v14m0 0-3-3m3 3 3-3m5 3V5m0 0-3 3m3-3 3 3",
} as const

export type IconName = keyof typeof PATHS

/** A decorative line drawing: the text next to it has the meaning. */
export function Icon({ name, ...rest }: { name: IconName } & SVGProps<SVGSVGElement>) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="22"
      height="22"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      <path d={PATHS[name]} />
    </svg>
  )
}

/** The pushcart logo: an awning, a tray and a wheel. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path d="M5 3h22l2 7H3l2-7Z" fill="currentColor" />
      <path
        d="M3 10a3.25 3.25 0 0 0 6.5 0 3.25 3.25 0 0 0 6.5 0 3.25 3.25 0 0 0 6.5 0 3.25 3.25 0 0 0 6.5 0Z"
        fill="var(--tomato)"
      />
      <path
        d="M6.5 13v7m19-7v7M3 20h26l-2.5 5.5h-21L3 20Z"
        fill="var(--butter)"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="26.5" r="4" fill="var(--card)" stroke="currentColor" strokeWidth="2" />
    </svg>
  )
}
