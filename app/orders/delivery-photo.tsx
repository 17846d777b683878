import "./customer-order.css"

/** The photo that the courier took at the door, with where and when the order was left. */
export const DeliveryPhoto = ({ url, caption }: { url: string; caption: string }) => (
  <figure className="photo-at-door no-print">
    <img src={url} alt="Your order at your door" className="delivery-photo" />
    <figcaption>{caption}</figcaption>
  </figure>
)
