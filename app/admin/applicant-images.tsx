import { Link, useLocation } from "react-router"
import { Card } from "#app/ui/card.tsx"
import { Dialog, dialogHref } from "#app/ui/dialog.tsx"
import type { ApplicantImage } from "#core/approvals/applicant-record.server.ts"
import { WhenText } from "./when-text.tsx"

/** Not the image's own URL: this route logs the view and redirects to a link that expires in a minute. */
const addressOf = (image: ApplicantImage) => `/admin/images/${image.id}`

/** The images that the applicant sent, each with a larger view. */
export function ApplicantImages({ images }: { images: ApplicantImage[] }) {
  return (
    <Card className="stack">
      <h2 className="admin-h">Photos</h2>
      {images.length === 0 && <p className="soft">No photos were sent.</p>}
      <div className="papers">
        {images.map((image) => (
          <DocumentImage key={image.id} image={image} />
        ))}
      </div>
      {images.some((image) => image.isPrivate && !image.deletedAt) && (
        <p className="hint">Every view of a private photo is recorded in the audit log.</p>
      )}
    </Card>
  )
}

function DocumentImage({ image }: { image: ApplicantImage }) {
  const { search } = useLocation()
  const name = `picture-${image.id}`
  if (image.deletedAt)
    return (
      <figure>
        <figcaption>{image.label}</figcaption>
        <p className="soft">
          Deleted <WhenText at={image.deletedAt} />
        </p>
      </figure>
    )
  return (
    <figure>
      <figcaption>{image.label}</figcaption>
      <Link to={dialogHref(search, name)} preventScrollReset>
        <img src={addressOf(image)} alt={image.label} width={240} height={180} />
        <span className="text-link">View larger</span>
      </Link>
      {image.deleteAfter && (
        <p className="hint">
          Deleted after <WhenText at={image.deleteAfter} />
        </p>
      )}
      <Dialog name={name} title={image.label}>
        <img className="paper-large" src={addressOf(image)} alt={`${image.label}, larger`} />
      </Dialog>
    </figure>
  )
}
