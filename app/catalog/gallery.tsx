import { type MouseEvent, useState } from "react"
import { useLocation } from "react-router"
import { Link } from "#app/ui/link.tsx"
import { StoredImage } from "#app/ui/stored-image.tsx"
import type { ProductImage } from "#core/catalog/product-cards.server.ts"

/** Half of the column beside the words, the whole of it above them; on a dense phone three quarters of its pixels. */
const SIZES =
  "(min-width: 1180px) 580px, (min-width: 768px) 50vw, (min-resolution: 1.5dppx) calc(75vw - 30px), calc(100vw - 40px)"
const BOX = { width: 560, height: 480, sizes: SIZES }

type Props = {
  images: ProductImage[]
  category: string
  name: string
  shown: number
  /** What is seen in the place of the large image until that has come. */
  preview?: string | undefined
}

/**
 * The large image, twice as large under the pointer or after a tap, and thumbnails that are links: only the tap and
 * the place that the pointer shows need JavaScript.
 */
export function Gallery({ images, category, name, shown, preview }: Props) {
  const { search } = useLocation()
  const [origin, setOrigin] = useState("50% 50%")
  const [isTapped, setTapped] = useState(false)
  const follow = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - box.left) / box.width) * 100
    const y = ((event.clientY - box.top) / box.height) * 100
    setOrigin(`${x.toFixed(0)}% ${y.toFixed(0)}%`)
  }
  const hrefOf = (number: number) => {
    const params = new URLSearchParams(search)
    params.set("image", String(number))
    return `?${params}`
  }
  return (
    <div className="gallery">
      <figure
        className={isTapped ? "zoom zoomed" : "zoom"}
        onMouseMove={follow}
        onPointerUp={(event) => event.pointerType === "touch" && setTapped(!isTapped)}
        style={{ "--zoom-at": origin } as React.CSSProperties}
      >
        <StoredImage
          image={images[shown - 1] ?? null}
          preview={preview}
          category={category}
          alt={name}
          {...BOX}
          main
        />
      </figure>
      {images.length > 1 && (
        <ol className="thumbs" aria-label="Pictures">
          {images.map((image, index) => (
            <li key={image.name}>
              <Link
                to={hrefOf(index + 1)}
                replace
                preventScrollReset
                aria-label={`Picture ${index + 1} of ${images.length}`}
                aria-current={index + 1 === shown || undefined}
              >
                <StoredImage image={image} category={category} alt="" width={76} height={76} />
              </Link>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
