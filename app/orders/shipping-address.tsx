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

/** A delivery's address; with the phone number only if its reader may see it. */
export function ShippingAddress({ to }: { to: Address }) {
  return (
    <address>
      <strong>{`${to.firstName} ${to.lastName}`}</strong>
      <br />
      <span>{`${to.address}${to.addressOne ? `, ${to.addressOne}` : ""}`}</span>
      <br />
      <span>{`${to.city}, ${to.state}`}</span> <span className="num">{to.zip}</span>
      {to.phone && (
        <>
          <br />
          <span className="num">{to.phone}</span>
        </>
      )}
    </address>
  )
}
