import { StoredImage } from "#app/ui/stored-image.tsx"
import type { MarketAbout as About } from "#core/catalog/view-market.server.ts"
import { acceptedNames } from "#core/market/market-facts.ts"

type Props = { name: string; phone: string; about: About }

/** What a seller tells about their market, beside where and when it is. */
export function MarketAbout({ name, phone, about }: Props) {
  const accepted = acceptedNames(about)
  return (
    <div className="market-about">
      {about.photo && (
        <StoredImage
          image={about.photo}
          category=""
          alt={`${name}, as the seller photographed it`}
          width={320}
          height={180}
          sizes="(width < 768px) 100vw, 320px"
        />
      )}
      <div className="stack">
        {about.story && <p className="market-story">{about.story}</p>}
        <p className="soft">
          <a className="text-link num" href={`tel:${phone}`}>
            {phone}
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
