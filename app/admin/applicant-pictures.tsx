import { Link, useLocation } from "react-router"
import { Card } from "#app/ui/card.tsx"
import { Dialog, dialogHref } from "#app/ui/dialog.tsx"
import type { ApplicantPicture } from "#core/approvals/applicant-record.server.ts"
import { WhenText } from "./when-text.tsx"

/** Not the picture's own address: the route writes the view down and sends on to a link that ends in a minute. */
const addressOf = (picture: ApplicantPicture) => `/admin/images/${picture.id}`

/** What the applicant sent, each with a larger view. */
export function ApplicantPictures({ pictures }: { pictures: ApplicantPicture[] }) {
  return (
    <Card className="stack">
      <h2 className="admin-h">Pictures</h2>
      {pictures.length === 0 && <p className="soft">No pictures were sent.</p>}
      <div className="papers">
        {pictures.map((picture) => (
          <Paper key={picture.id} picture={picture} />
        ))}
      </div>
      {pictures.some((picture) => picture.isPrivate && !picture.deletedAt) && (
        <p className="hint">Every view of a private picture is recorded in the audit log.</p>
      )}
    </Card>
  )
}

function Paper({ picture }: { picture: ApplicantPicture }) {
  const { search } = useLocation()
  const name = `picture-${picture.id}`
  if (picture.deletedAt)
    return (
      <figure>
        <figcaption>{picture.label}</figcaption>
        <p className="soft">
          Deleted <WhenText at={picture.deletedAt} />
        </p>
      </figure>
    )
  return (
    <figure>
      <figcaption>{picture.label}</figcaption>
      <Link to={dialogHref(search, name)} preventScrollReset>
        <img src={addressOf(picture)} alt={picture.label} width={240} height={180} />
        <span className="text-link">View larger</span>
      </Link>
      {picture.deleteAfter && (
        <p className="hint">
          Deleted after <WhenText at={picture.deleteAfter} />
        </p>
      )}
      <Dialog name={name} title={picture.label}>
        <img className="paper-large" src={addressOf(picture)} alt={`${picture.label}, larger`} />
      </Dialog>
    </figure>
  )
}
