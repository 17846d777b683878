import { StoredImage } from "#app/ui/stored-image.tsx"
import { type Accepted, acceptedNames } from "#core/market/market-facts.ts"
import type { ImageAddress } from "#core/ports/images.ts"

export type About = Accepted & {
  name: string
  story: string | null
  phone: string
  website: string | null
  photo: ImageAddress | null
}

/** What a seller tells about their market, beside where and when it is. */
export function MarketAbout({ about }: { about: About }) {
  const accepted = acceptedNames(about)
  return (
    <div className="market-about">
      {about.photo && (
        <StoredImage
          image={about.photo}
          category=""
          alt={`${about.name}, as the seller photographed it`}
          width={320}
          height={180}
          sizes="(width < 768px) 100vw, 320px"
        />
      )}
      <div className="stack">
        {about.story && <p className="market-story">{about.story}</p>}
        <p className="soft">
          <a className="text-link num" href={`tel:${about.phone}`}>
            {about.phone}
          </a>
          {about.website && (
            <>
              {" · "}
              <a className="text-link" href={about.website} rel="noopener nofollow ugc">
                {hostOf(about.website)}
              </a>
            </>
          )}
        </p>
        {accepted.length > 0 && (
          <p className="soft">Accepted at the market: {accepted.join(", ")}. On Pushcart you pay by card.</p>
        )}
      </div>
    </div>
  )
}

/** "https://www.example.com/shop" → "example.com". */
const hostOf = (website: string) => URL.parse(website)?.hostname.replace(/^www\./, "") ?? website
