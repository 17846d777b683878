import { anImageFile } from "#tests/support/images.ts"
import { formOf } from "./api-recorder.ts"
import { aFileThatIsNoImage, HERE, type Stage, UNKNOWN } from "./stage.ts"
import { aVisitor } from "./visitor.ts"

/** Markets and their products, as customers see them. */
export async function catalog({ recorder, build, server }: Stage): Promise<void> {
  const market = await build.market("Orchard", HERE)
  const empty = await build.market("Bare Stall", { lat: 40.8, lng: HERE.lng, state: "NY", zip: "10027" })
  const closed = await build.market("Shut Stall", { ...HERE, subscription: "cancelled" })
  const plums = await build.product(market, "Plums", {
    category: "Fruits",
    section: "Plums",
    priceCents: 275,
  })
  await build.images(plums, ["plums", "gala-apples"])
  const last = await build.product(market, "Last pears", { category: "Fruits", section: "Pears", stock: 2 })
  const none = await build.product(market, "No figs", { category: "Fruits", section: "Figs", stock: 0 })
  const shirt = await build.product(market, "Shirt", {
    category: "Clothing",
    section: "Shirt",
    gender: "Female",
    age: "Teens",
    priceCents: 1550,
    sizes: { S: 1, M: 0, L: 9 },
  })
  for (const name of ["Leeks", "Beets"]) await build.product(market, name)
  const visitor = await build.signedIn("customer", await build.customer("Olga"))
  const nobody = aVisitor(server.url)
  await recorder.all("nobody", nobody, [
    "GET /market/allmarkets",
    "GET /market/allmarkets?limit=1",
    "GET /market/allmarkets?limit=1&page=2",
    "GET /market/allmarkets?page=99",
    "GET /market/allmarkets?zip=10001",
    "GET /market/allmarkets?zip=96799",
    "GET /market/allmarkets?zip=00000",
    "GET /market/allmarkets?zip=abc",
    "GET /market/allmarkets?limit=1000",
    "GET /market/allmarkets?page=0",
    "GET /market/allmarkets?page=x",
  ])
  await recorder.all("customer", visitor, [
    ...[1, 2, 3].map((page) => `GET /product/marketinfo/${market.id}/${page}/4`),
    `GET /product/marketinfo/${market.id}/0/4`,
    `GET /product/marketinfo/${market.id}/1/1000`,
    `GET /product/marketinfo/${empty.id}/1/4`,
    `GET /product/marketinfo/${closed.id}/1/4`,
    `GET /product/marketinfo/${UNKNOWN}/1/4`,
    `GET /market/getMarket/${market.id}`,
    `GET /market/getMarket/${closed.id}`,
    `GET /market/getMarket/${UNKNOWN}`,
    [
      "POST /product/getProductBasedbyCategory",
      { category: "Fruits", marketid: market.id, page: 1, limit: 2 },
    ],
    [
      "POST /product/getProductBasedbyCategory",
      { category: "Fruits", marketid: market.id, page: 2, limit: 2 },
    ],
    ["POST /product/getProductBasedbyCategory", { category: "Meat", marketid: market.id, page: 1, limit: 4 }],
    [
      "POST /product/getProductBasedbyCategory",
      { category: "Nonsense", marketid: market.id, page: 1, limit: 4 },
    ],
    ["POST /product/getProductBasedbyCategory", { category: "Fruits", marketid: UNKNOWN, page: 1, limit: 4 }],
    ...[plums, last, none, shirt].map(({ id }) => `GET /product/GetCurrentProduct/${id}`),
    `GET /product/GetCurrentProduct/${UNKNOWN}`,
  ])
}

/** A seller's actions on their products. */
export async function ownProducts({ recorder, build, normalizer }: Stage): Promise<void> {
  const market = await build.market("Product Market", HERE)
  const stranger = await build.market("Other Market", HERE)
  const others = await build.product(stranger, "Others' leeks")
  const seller = await build.signedIn("seller", market)
  const unpaid = await build.signedIn("seller", await build.market("Unpaid Market", { subscription: "none" }))
  const plain = {
    category: "Fruits",
    productSection: "Apples",
    name: "Gala apples",
    description: "Crisp.",
    value: 3.5,
    quantity: 20,
    sizes: null,
    images: null,
  }
  const worn = {
    category: "Clothing",
    productSection: "Shirt",
    name: "Work shirt",
    description: "Sturdy.",
    sizes: [
      { name: "M", quantity: 3, value: 19.9 },
      { name: "L", quantity: 1, value: 21 },
    ],
    gender: { gender: "Male", age: "Mens" },
  }
  await recorder.all("seller", seller, ["GET /product/getMarketProducts"])
  type Made = { product: { idProduct: string } }
  const apples = await recorder.json<Made>("seller", seller, "POST /product/createproduct", plain)
  normalizer.name(apples.product.idProduct, "product Gala apples")
  const shirt = await recorder.json<Made>("seller", seller, "POST /product/createproduct", worn)
  normalizer.name(shirt.product.idProduct, "product Work shirt")
  const [apple, worn1] = [apples.product.idProduct, shirt.product.idProduct]
  const edit = { idProduct: apple, productName: "Red apples", description: "Redder.", value: 4, quantity: 7 }
  const image = await anImageFile()
  await recorder.all("seller", seller, [
    ["POST /product/createproduct", { ...plain, value: 0.05, quantity: 0 }],
    ["POST /product/createproduct", { ...plain, productSection: "Nonsense" }],
    ["POST /product/createproduct", { ...worn, sizes: [] }],
    ["POST /product/createproduct", { ...worn, gender: null }],
    ["POST /product/createproduct", { ...worn, sizes: [...worn.sizes, worn.sizes[0]] }],
    ["POST /product/createproduct", { ...worn, sizes: [{ name: "99Z", quantity: 1, value: 1 }] }],
    "GET /product/getMarketProducts",
    "GET /product/getMarketProducts?page=2&limit=1",
    [
      "POST /product/getProductBasedbyCategory/Seller",
      { category: "Clothing", marketid: "", page: 1, limit: 4 },
    ],
    `GET /product/GetCurrentProductSeller/${worn1}`,
    `GET /product/GetCurrentProductSeller/${others.id}`,
    ["PUT /product/updateproduct", edit],
    ["PUT /product/updateproduct", { ...edit, idProduct: others.id }],
    ["PUT /product/updateproduct", { ...edit, value: 0 }],
    [
      "PUT /product/updateproduct",
      { ...edit, idProduct: worn1, sizes: [{ name: "M", quantity: 5, value: 22 }] },
    ],
    [
      "PUT /product/updateproduct",
      { ...edit, idProduct: worn1, sizes: [{ name: "XS", quantity: 5, value: 22 }] },
    ],
    ["POST /images/insertimage", formOf({ images: image, productid: apple, Stripe: "" })],
    ["POST /images/insertimage", formOf({ images: aFileThatIsNoImage(), productid: apple, Stripe: "" })],
    ["POST /images/insertimage", formOf({ images: image, productid: others.id, Stripe: "" })],
    `DELETE /product/deleteproduct/${others.id}`,
    `DELETE /product/deleteproduct/${apple}`,
    `DELETE /product/deleteproduct/${apple}`,
    `DELETE /product/deleteproductClothesOrShoes/${worn1}`,
    "GET /product/getMarketProducts",
  ])
  await recorder.all("seller without a subscription", unpaid, [["POST /product/createproduct", plain]])
}

/** The cart, until checkout. */
export async function cart({ recorder, build, normalizer }: Stage): Promise<void> {
  const market = await build.market("Cart Market", HERE)
  const beets = await build.product(market, "Red beets", { stock: 4, priceCents: 250 })
  const gone = await build.product(market, "Gone beets", { stock: 0 })
  const plenty = await build.product(market, "Plenty beets", { stock: 60, priceCents: 99 })
  const coat = await build.product(market, "Coat", {
    category: "Clothing",
    section: "Shirt",
    gender: "Male",
    age: "Kids",
    priceCents: 5000,
    sizes: { S: 2, M: 0 },
  })
  const customer = await build.customer("Cato")
  const visitor = await build.signedIn("customer", customer)
  const add = (pid: string, quantity: number, size: string | null = null) =>
    ["POST /transaction/createtransaction", { pid, quantity, size, stripeID: "" }] as [
      string,
      Record<string, unknown>,
    ]
  await recorder.all("customer", visitor, [
    "GET /transaction/getransaction",
    "GET /badges",
    ["POST /transaction/createtransaction", {}],
    add(beets.id, 2),
    add(beets.id, 3),
    add(gone.id, 1),
    add(plenty.id, 61),
    add(coat.id, 1),
    add(coat.id, 1, "XL"),
    add(coat.id, 1, "M"),
    add(UNKNOWN, 1),
  ])
  await recorder.send("customer", visitor, ...add(coat.id, 1, "S"))
  const { rows } = await build.query(
    "select l.id, p.name from cart_lines l join variants v on v.id = l.variant_id join products p on p.id = v.product_id where l.customer_id = $1",
    [customer.userId],
  )
  for (const { id, name } of rows) normalizer.name(id, `cart line ${name}`)
  const line = rows.find(({ name }) => name === "Red beets").id
  await build.query("update variants set price_cents = 275 where id = $1", [beets.variantId])
  await recorder.all("customer", visitor, [
    "GET /transaction/getransaction",
    "GET /badges",
    ["PUT /transaction/checkQuantityUpdateTransaction", { pid: line, quantity: 4, name: "" }],
    ["PUT /transaction/checkQuantityUpdateTransaction", { pid: line, quantity: 5, name: "" }],
    ["PUT /transaction/checkQuantityUpdateTransaction", { pid: beets.id, quantity: 1, name: "" }],
    ["PUT /transaction/checkQuantityUpdateTransaction", { pid: beets.id, quantity: 0, name: "" }],
    ["PUT /transaction/updateTransaction", { products: [{ pid: line, quantity: 2 }], delivery: "Pick up" }],
    ["PUT /transaction/updateTransaction", { products: [{ pid: line, quantity: 9 }], delivery: "Delivery" }],
    ["PUT /transaction/updateTransaction", { products: null, delivery: "Delivery" }],
    ["PUT /transaction/updateTransaction", { products: null, delivery: "Balloon" }],
    ["POST /pay/paymentIntent", { value: 1 }],
    `DELETE /transaction/deleteproductfromtransaction/${line}`,
    `DELETE /transaction/deleteproductfromtransaction/${line}`,
    "GET /transaction/getransaction",
    "DELETE /transaction/deletetransaction",
    "GET /transaction/getransaction",
    ["POST /pay/paymentIntent", { value: 1 }],
  ])
}

const ADDRESS = { shippingAddress: "350 5th Ave", shippingAddressOne: "Floor 2", shippingCity: "New York" }
const SHIP_TO = { ...ADDRESS, shippingState: "NY", shippingZip: "10118", phone: "212-555-0111", email: "" }

/** From the cart to a paid order, with the errors that are possible in between. */
export async function checkout({ recorder, build, server, normalizer }: Stage): Promise<void> {
  const market = await build.market("Till Market", HERE)
  const corn = await build.product(market, "Corn", { stock: 10, priceCents: 425 })
  const rare = await build.product(market, "Rare corn", { stock: 1, priceCents: 1200 })
  const [first, second] = [await build.customer("Paula"), await build.customer("Quentin")]
  const [paula, quentin] = [await build.signedIn("customer", first), await build.signedIn("customer", second)]
  const add = (pid: string) =>
    ["POST /transaction/createtransaction", { pid, quantity: 1 }] as [string, object]
  const choose = (delivery: string) =>
    ["PUT /transaction/updateTransaction", { delivery }] as [string, object]
  const calls = (...list: (string | [string, object])[]) =>
    list as (string | [string, Record<string, unknown>])[]
  await recorder.all("paula", paula, calls(add(corn.id), add(rare.id)))
  await recorder.all("quentin", quentin, calls(add(rare.id), choose("Pick up")))
  await recorder.all("paula", paula, [
    ["POST /pay/paymentIntent", { value: 1 }],
    ["PUT /transaction/updateTransaction", { delivery: "Delivery" }],
    ["POST /pay/paymentIntent", { value: 1 }],
    ["POST /shipping/user/createShipping", { ...SHIP_TO, shippingZip: "99999" }],
    ["POST /shipping/user/createShipping", { ...SHIP_TO, shippingState: "HI", shippingZip: "96813" }],
    ["POST /shipping/user/createShipping", { ...SHIP_TO, shippingAddress: "PO Box 12" }],
    ["POST /pay/paymentIntent", { value: 1 }],
    ["POST /shipping/user/createShipping", { ...SHIP_TO, shippingAddress: "Old Mill Farm" }],
    ["POST /shipping/user/createShipping", SHIP_TO],
  ])
  type Intent = { checkoutId: string; secret: string }
  const intent = await recorder.json<Intent>("paula", paula, "POST /pay/paymentIntent", { value: 1 })
  normalizer.name(intent.checkoutId, "Paula's checkout")
  await recorder.all("quentin", quentin, [
    ["POST /pay/paymentIntent", { value: 1 }],
    ["POST /pay/complete", { checkoutId: intent.checkoutId }],
  ])
  await recorder.all("paula", paula, [
    ["POST /pay/paymentIntent", { value: 1 }],
    ["POST /pay/complete", { checkoutId: intent.checkoutId }],
  ])
  await confirmPayment(server.url, intent.secret)
  const done = await recorder.json<{ orders: string[] }>("paula", paula, "POST /pay/complete", {
    checkoutId: intent.checkoutId,
  })
  const { rows } = await build.query("select id, number, confirmation from orders where id = any($1)", [
    done.orders,
  ])
  for (const { id, number, confirmation } of rows) {
    normalizer.name(id, "Paula's order")
    normalizer.name(String(number), "order number")
    normalizer.name(confirmation, "confirmation")
  }
  await recorder.all("paula", paula, [
    ["POST /pay/complete", { checkoutId: intent.checkoutId }],
    "GET /transaction/getransaction",
    "GET /order/getorders",
    `GET /order/orderdetails/${done.orders[0]}`,
    `GET /order/customer/order/${done.orders[0]}`,
    `GET /shipping/user/${done.orders[0]}`,
    ["POST /pay/paymentIntent", { value: 1 }],
  ])
}

/** Confirms the payment with the test card, as the provider's script does in a browser. */
async function confirmPayment(url: string, secret: string): Promise<void> {
  const call = async (path: string, fields: Record<string, string>) => {
    const answer = await fetch(`${url}/dev/stripe${path}`, {
      method: "POST",
      headers: { authorization: "Bearer pk_test_sandbox" },
      body: new URLSearchParams(fields),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as { id: string }
  }
  const card = await call("/v1/payment_methods", {
    type: "card",
    "card[number]": "4242424242424242",
    "card[exp_month]": "12",
    "card[exp_year]": "2034",
    "card[cvc]": "123",
  })
  const payment = secret.split("_secret_")[0] ?? ""
  const confirmation = { client_secret: secret, payment_method: card.id, return_url: "https://example.test/" }
  await call(`/v1/payment_intents/${payment}/confirm`, confirmation)
}
