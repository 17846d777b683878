export type Address = {
  firstName: string
  lastName: string
  address: string
  addressOne: string
  city: string
  state: string
  zip: string
  phone: string
}

/** Where a delivery goes; `canCall` makes the number a link that a phone dials. */
export function ShippingAddress({ to, canCall = false }: { to: Address; canCall?: boolean }) {
  return (
    <address>
      <strong>
        {to.firstName} {to.lastName}
      </strong>
      <br />
      {to.address}
      {to.addressOne && `, ${to.addressOne}`}
      <br />
      {to.city}, {to.state} <span className="num">{to.zip}</span>
      <br />
      {canCall ? (
        <a className="num" href={`tel:${to.phone}`}>
          {to.phone}
        </a>
      ) : (
        <span className="num">{to.phone}</span>
      )}
    </address>
  )
}
