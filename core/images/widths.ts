/** The widths in pixels that public images are created in and that pages may request. */
export const IMAGE_WIDTHS = [96, 192, 288, 384, 576, 768, 1200] as const

export type ImageWidth = (typeof IMAGE_WIDTHS)[number]

/** The smallest width that is at least `wanted`, or the largest one. */
export const widthFor = (wanted: number): ImageWidth => IMAGE_WIDTHS.find((width) => width >= wanted) ?? 1200

/** The largest display width of an image on a card, which is then at most 5 kB. */
export const CARD_WIDTH = 384 satisfies ImageWidth
