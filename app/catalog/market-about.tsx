import { StoredImage } from "#app/ui/stored-image.tsx"
import type { MarketAbout as About } from "#core/catalog/market-page.server.ts"
import { acceptedNames } from "#core/market/market-facts.ts"

type Props = { name: string; phone: string; about: About }

/** The seller's description of their market, next to its place and times. */
export function MarketAbout({ name, phone, about }: Props) {
  return (
    <div className="market-about">
      {about.photo && (
        <StoredImage
          image={about.photo}
          category=""
          alt={photoAlt(name)}
          width={320}
          height={180}
          sizes="(width < 768px) 100vw, 320px"
        />
      )}
      <div className="stack">
        {about.story && <MarketStory story={about.story} />}
        <p className="soft">
          <a className="text-link num" href={`tel:${phone}`}>
            {phone}
          </a>
          {about.website && (
            <span>
              {" · "}
              <MarketWebsite website={about.website} />
            </span>
          )}
        </p>
        <MarketAccepts about={about} />
      </div>
    </div>
  )
}

export const photoAlt = (name: string) => `${name}, as the seller photographed it`

export const MarketStory = ({ story }: { story: string }) => <p className="market-story as-typed">{story}</p>

export const MarketWebsite = ({ website }: { website: string }) => (
  <a className="text-link" href={website} rel="noopener nofollow ugc">
    {hostOf(website)}
  </a>
)

/** The payment methods and food programs that the stall itself accepts. */
export function MarketAccepts({ about }: { about: About }) {
  const accepted = acceptedNames(about)
  if (accepted.length === 0) return null
  return (
    <p className="soft">{`Accepted at the market: ${accepted.join(", ")}. On Pushcart you pay by card.`}</p>
  )
}

/** "https://www.example.com/shop" → "example.com". */
const hostOf = (website: string) => URL.parse(website)?.hostname.replace(/^www\./, "") ?? website
