/** The widths in pixels that public images exist in: what pages name, and what is made. */
export const IMAGE_WIDTHS = [96, 192, 288, 384, 576, 768, 1200] as const

export type ImageWidth = (typeof IMAGE_WIDTHS)[number]

/** The smallest of them that is as wide as `wanted`, or the widest. */
export const widthFor = (wanted: number): ImageWidth => IMAGE_WIDTHS.find((width) => width >= wanted) ?? 1200

/** An image on a card is shown no wider than this, and weighs at most 5 kB. */
export const CARD_WIDTH = 384 satisfies ImageWidth
