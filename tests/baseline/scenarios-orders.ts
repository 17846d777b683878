import { anImageFile } from "#tests/support/images.ts"
import { formOf } from "./api-recorder.ts"
import { aFileThatIsNoImage, HERE, type Stage } from "./stage.ts"

/** Orders as their market and their customer see them, and every move of the seller. */
export async function orders({ recorder, build }: Stage): Promise<void> {
  const market = await build.market("Order Market", HERE)
  const product = await build.product(market, "Squash", { priceCents: 600 })
  const customer = await build.customer("Otto")
  const sold = { customer, market, product }
  const empty = await build.signedIn("seller", await build.market("Idle Market", HERE))
  const newcomer = await build.signedIn("customer", await build.customer("Nina"))
  const pickup = await build.order("pickup", sold, { status: "pending" })
  const second = await build.order("second pickup", sold, { status: "ready to pick up" })
  const gone = await build.order("picked up", sold, { status: "picked up" })
  const own = await build.order("own delivery", sold, { fulfilment: "delivery" })
  const offered = await build.order("offered delivery", sold, { fulfilment: "delivery" })
  const first = await build.notification(market.sellerId, "seller", pickup.id, "New order")
  const other = await build.notification(customer.userId, "customer", pickup.id, "Your order is ready")
  const [seller, otto] = [await build.signedIn("seller", market), await build.signedIn("customer", customer)]
  const lists = ["getorders", "getCompleteorders", "getUnCompleteorders"].map(
    (name) => `GET /order/seller/${name}`,
  )
  await recorder.all("seller without orders", empty, [
    ...lists,
    "GET /notification/seller/notifications",
    "GET /badges",
  ])
  await recorder.all("customer without orders", newcomer, [
    "GET /order/getorders",
    "GET /notification/customer/notifications",
    "GET /badges",
  ])
  const move = (id: string, status: string) =>
    ["PUT /order/seller/updateOrder", { id, status, tax: 0 }] as [string, Record<string, unknown>]
  await recorder.all("seller", seller, [
    ...lists,
    "GET /order/seller/getorders?limit=2&page=2",
    "GET /order/seller/getorders?limit=0",
    ...[pickup, own].flatMap(({ id }) => [
      `GET /order/seller/orderdetails/${id}`,
      `GET /order/seller/order/${id}`,
      `GET /shipping/seller/${id}`,
    ]),
    move(pickup.id, "ready to pick up"),
    move(pickup.id, "pending"),
    move(pickup.id, "shipped"),
    move(pickup.id, "nonsense"),
    move(second.id, "picked up"),
    move(gone.id, "pending"),
    move(own.id, "ready to pick up"),
    ["PUT /shipping/status", { status: "delivered", oderid: own.id }],
    ["PUT /shipping/carrier", { carrier: "UPS", trackingnumber: "1Z999", oderid: own.id }],
    ["PUT /shipping/hasShipper", { hasDeliverer: true, id: pickup.id }],
    ["PUT /shipping/hasShipper", { hasDeliverer: true, id: own.id }],
    ["PUT /shipping/hasShipper", { hasDeliverer: true, id: own.id }],
    ["PUT /shipping/carrier", { carrier: "", trackingnumber: "", oderid: own.id }],
    ["PUT /shipping/carrier", { carrier: "UPS", trackingnumber: "1Z999", oderid: own.id }],
    ["PUT /shipping/status", { status: "shipped", oderid: own.id }],
    ["PUT /shipping/status", { status: "pending", oderid: own.id }],
    ["PUT /shipping/status", { status: "delivered", oderid: own.id }],
    ["PUT /shipping/status", { status: "delivered", oderid: own.id }],
    ["PUT /shipping/hasShipper", { hasDeliverer: false, id: offered.id }],
    ["PUT /shipping/hasShipper", { hasDeliverer: true, id: offered.id }],
    ...lists,
  ])
  await recorder.all("customer", otto, [
    "GET /order/getorders",
    "GET /order/getorders?limit=2&page=2",
    ...[pickup, own, offered].flatMap(({ id }) => [
      `GET /order/orderdetails/${id}`,
      `GET /order/customer/order/${id}`,
      `GET /shipping/user/${id}`,
    ]),
  ])
  await bells({ recorder, seller, otto, first, other })
}

type Bells = Pick<Stage, "recorder"> & {
  seller: Awaited<ReturnType<Stage["build"]["signedIn"]>>
  otto: Awaited<ReturnType<Stage["build"]["signedIn"]>>
  first: string
  other: string
}

/** Marks the notifications created here as seen. The notifications of the moves above arrive in the background. */
async function bells({ recorder, seller, otto, first, other }: Bells): Promise<void> {
  await recorder.all("seller", seller, [
    ["PUT /notification/seller/updateNotification", { id: first }],
    ["PUT /notification/seller/updateNotification", { id: first }],
    ["PUT /notification/seller/updateNotification", { id: other }],
    "GET /notification/seller/notifications",
  ])
  await recorder.all("customer", otto, [
    ["PUT /notification/customer/updateNotification", { id: other }],
    ["PUT /notification/customer/updateNotification", { id: first }],
  ])
}

/** A courier's steps with a delivery, and the attempts of others in the meantime. */
export async function deliveries({ recorder, build }: Stage): Promise<void> {
  const market = await build.market("Courier Market", HERE)
  const product = await build.product(market, "Pumpkin", { priceCents: 900 })
  const customer = await build.customer("Petra")
  const waits = {
    fulfilment: "delivery",
    status: "waiting",
    delivery: { has_deliverer: false, offered_at: new Date() },
  } as const
  const order = await build.order("a delivery", { customer, market, product }, waits)
  const other = await build.order("another delivery", { customer, market, product }, waits)
  const [one, two] = [await build.courier("Una"), await build.courier("Duo")]
  const [una, duo] = [await build.signedIn("deliverer", one), await build.signedIn("deliverer", two)]
  const waiting = await build.signedIn("deliverer", await build.courier("Wait", { approval: "waiting" }))
  const seller = await build.signedIn("seller", market)
  const petra = await build.signedIn("customer", customer)
  const sid = order.deliveryId
  const near = "lat=40.75&lng=-73.99"
  const looks = [
    "GET /pushcartexpress/grabAllDeliveries",
    "GET /pushcartexpress/deliverInformation",
    `GET /pushcartexpress/deliveries?${near}`,
    "GET /pushcartexpress/allDeliveries",
    "GET /pushcartexpress/delivererInformation",
  ]
  const take = (id: string) =>
    ["PUT /pushcartexpress/takeOrder", { did: "", sid: id }] as [string, Record<string, unknown>]
  const image = await anImageFile()
  const hand = (file: File) =>
    ["POST /pushcartexpress/delivered", formOf({ id: file, shippingID: sid })] as [string, FormData]
  const position = { deliveryId: sid, lat: 40.749, lng: -73.99, accuracyMeters: 20 }
  const directions = `GET /pushcartexpress/directions?delivery=${sid}&lat=40.76&lng=-73.98`
  await recorder.all("courier who waits for approval", waiting, [...looks, take(sid)])
  await recorder.all("courier", una, [
    ...looks,
    "GET /pushcartexpress/deliveries?lat=0&lng=0",
    "GET /pushcartexpress/deliveries?lat=x&lng=y",
    directions,
    ["PUT /pushcartexpress/pickUp", { sid }],
    take(sid),
    take(sid),
    take(other.deliveryId),
    ...looks,
    directions,
  ])
  await recorder.all("another courier", duo, [
    take(sid),
    ["PUT /pushcartexpress/pickUp", { sid }],
    ["PUT /pushcartexpress/giveBack", { sid }],
    ["POST /pushcartexpress/position", position],
    directions,
    "GET /pushcartexpress/grabAllDeliveries",
  ])
  await recorder.all("courier", una, [
    ["PUT /pushcartexpress/giveBack", { sid }],
    ["PUT /pushcartexpress/giveBack", { sid }],
    take(sid),
    hand(image),
    ["PUT /pushcartexpress/pickUp", { sid }],
    ["PUT /pushcartexpress/pickUp", { sid }],
    ["PUT /pushcartexpress/giveBack", { sid }],
    ["POST /pushcartexpress/position", position],
    ["POST /pushcartexpress/position", { ...position, lat: 91 }],
    directions,
    hand(aFileThatIsNoImage()),
    hand(image),
    hand(image),
    ...looks.filter((path) => !path.endsWith("delivererInformation")),
  ])
  await recorder.all("seller", seller, [
    `GET /order/seller/order/${order.id}`,
    `GET /shipping/seller/${order.id}`,
  ])
  await recorder.all("customer", petra, [
    `GET /order/customer/order/${order.id}`,
    `GET /shipping/user/${order.id}`,
  ])
}
