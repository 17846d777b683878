import "./product.css"
import { type MouseEvent, useEffect, useRef, useState } from "react"
import { useLocation, useNavigate } from "react-router"
import { imageNumber } from "#app/catalog/page-number.ts"
import { Icon } from "#app/ui/icon.tsx"
import { Link } from "#app/ui/link.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import type { ProductImage } from "#core/catalog/product-queries.server.ts"
import { useSwipe } from "./use-swipe.ts"

/**
 * Half of the column next to the text, or all of it above the text; on a high-density phone three quarters of the
 * pixels.
 */
const SIZES =
  "(min-width: 1180px) 580px, (min-width: 768px) 50vw, (min-resolution: 1.5dppx) calc(75vw - 30px), calc(100vw - 40px)"
/** The page does not scroll, and its data needs no revalidation. */
const IN_PLACE = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false } as const
const BOX = { width: 560, height: 480, sizes: SIZES }

type Props = {
  images: ProductImage[]
  category: string
  name: string
  /** The name of an image, and the URL shown until its large version has loaded. */
  preview?: { name: string; url: string } | null
}

/**
 * The large image, magnified under the pointer; thumbnails, and links to the next and the previous image; without a
 * pointer, a button that shows the image twice as large. Only magnifying under the pointer and swiping need JavaScript.
 */
export function Gallery({ images, category, name, preview }: Props) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [origin, setOrigin] = useState("50% 50%")
  const follow = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - box.left) / box.width) * 100
    const y = ((event.clientY - box.top) / box.height) * 100
    setOrigin(`${x.toFixed(0)}% ${y.toFixed(0)}%`)
  }
  const shown = imageNumber(new URLSearchParams(search), images.length)
  const hrefOf = (number: number) => {
    const params = new URLSearchParams(search)
    params.set("image", String(number))
    return `?${params}`
  }
  const beside = (by: 1 | -1) => ((shown - 1 + by + images.length) % images.length) + 1
  const swipe = useSwipe((by) => {
    if (images.length > 1) void navigate(hrefOf(beside(by)), IN_PLACE)
  })
  const image = images[shown - 1] ?? null
  return (
    <div className="gallery">
      <figure
        className="zoom"
        onMouseMove={follow}
        {...swipe}
        style={{ "--zoom-at": origin } as React.CSSProperties}
      >
        <StoredImage
          key={image?.name}
          image={image}
          preview={preview?.name === image?.name ? preview?.url : undefined}
          category={category}
          index={shown - 1}
          alt={name}
          {...BOX}
          main
        />
        <button type="button" className="zoom-open" popoverTarget="zoomed">
          <span>
            <Icon name="search" width="18" height="18" /> <span className="zoom-by-tap">Tap to zoom 2×</span>
            <span className="zoom-by-pointer">Point to zoom 2×</span>
          </span>
        </button>
        {images.length > 1 && (
          <>
            <p className="zoom-count num" aria-live="polite">
              <span className="sr-only">Photo </span>
              <span>{`${shown} of ${images.length}`}</span>
            </p>
            <StepLink to={hrefOf(beside(-1))} side="left" label="Previous photo" />
            <StepLink to={hrefOf(beside(1))} side="right" label="Next photo" />
          </>
        )}
      </figure>
      {images.length > 1 && (
        <ol className="thumbs" aria-label="Photos">
          {images.map((one, index) => (
            <li key={one.name}>
              <Link
                to={hrefOf(index + 1)}
                {...IN_PLACE}
                aria-label={`Photo ${index + 1} of ${images.length}`}
                aria-current={index + 1 === shown || undefined}
              >
                <StoredImage image={one} category={category} index={index} alt="" width={76} height={76} />
              </Link>
            </li>
          ))}
        </ol>
      )}
      <Zoomed image={image} category={category} index={shown - 1} name={name} />
    </div>
  )
}

function StepLink({ to, side, label }: { to: string; side: "left" | "right"; label: string }) {
  return (
    <Link to={to} {...IN_PLACE} className={`round zoom-step zoom-${side}`} aria-label={label}>
      <Icon name={side} />
    </Link>
  )
}

type ZoomedProps = { image: ProductImage | null; category: string; index: number; name: string }

/**
 * The image at twice a phone's width, scrollable: a popover, so it opens and closes without JavaScript. With JavaScript
 * it starts at the image's center.
 */
function Zoomed({ image, category, index, name }: ZoomedProps) {
  const view = useRef<HTMLElement>(null)
  const showMiddle = () => {
    const { scrollWidth = 0, clientWidth = 0, scrollHeight = 0, clientHeight = 0 } = view.current ?? {}
    view.current?.scrollTo((scrollWidth - clientWidth) / 2, (scrollHeight - clientHeight) / 2)
  }
  // It may have been opened before hydration.
  useEffect(showMiddle, [])
  return (
    <div
      id="zoomed"
      popover="auto"
      className="zoomed"
      role="dialog"
      aria-label={`${name}, 2×`}
      onToggle={showMiddle}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be focusable for the arrow keys */}
      <section ref={view} className="zoomed-view" aria-label="Enlarged photo" tabIndex={0}>
        <StoredImage
          key={image?.name}
          image={image}
          category={category}
          index={index}
          alt={name}
          width={1200}
          height={1028}
          sizes="(max-width: 600px) 200vw, max(100vw, 1200px)"
        />
      </section>
      <button
        type="button"
        className="round zoomed-close"
        popoverTarget="zoomed"
        popoverTargetAction="hide"
        // biome-ignore lint/a11y/noAutofocus: where a dialog's focus goes when it opens
        autoFocus
      >
        <Icon name="close" />
        <span className="sr-only">Close</span>
      </button>
    </div>
  )
}
