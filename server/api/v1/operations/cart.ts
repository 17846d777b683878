import { z } from "zod"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import { addToCartInput, changeQuantityInput } from "#core/cart/cart.ts"
import { clearCart, removeLine } from "#core/cart/remove-from-cart.server.ts"
import { changeQuantity, setCart } from "#core/cart/update-cart.server.ts"
import { type CartView, viewCart } from "#core/cart/view-cart.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import {
  bodyId,
  deliveryField,
  dollars,
  done,
  EXAMPLE_ID,
  idParams,
  ignored,
  imageFields,
  imageOf,
  inDollars,
  maybe,
  text,
  toDelivery,
  unitFields,
} from "../fields.ts"
import { noteChoices, noteFields, noteOf, phoneChoice, tipChoice, toNotes, toPhone, toTip } from "../notes.ts"
import { type Operation, operation } from "../operation.ts"
import { toChoices, toWindow, WINDOW_FIELDS, windowChoices, windowField } from "../windows.ts"

const tag = "Cart and payment"
const roles = ["customer"] as const
const quantity = changeQuantityInput.shape.quantity
/** The id of a line of the cart or of its product. */
const pid = bodyId("cartLine", "Which product?")

const cartItem = z
  .object({
    productid: text.meta({ description: "The cart line's own id." }),
    pid: text.meta({ description: "The product's id." }),
    quantity: z.int(),
    size: text,
    value: dollars.meta({ description: "The price of one, in US dollars." }),
    price: dollars.meta({ description: "The price of the line, in US dollars." }),
    ...unitFields,
    product_category: text,
    product_section: text,
    product_name: text,
    ...imageFields,
    delivery: deliveryField.optional().meta({
      description:
        "How this line's market hands it over, the same for all of its lines; left out before a choice is made. On the page each market's choice can differ; `delivery` in an update sets all. Ours.",
    }),
    problem: maybe(text).meta({
      description: "The problem that keeps this line from being bought, or null. Ours.",
    }),
    window: windowField,
    ...noteFields,
    market_problem: text.optional().meta({
      description:
        "The problem that keeps all lines of this market from being bought, such as a full window; left out if there is none. Ours.",
    }),
  })
  .meta({
    id: "CartLine",
    examples: [
      {
        productid: EXAMPLE_ID,
        pid: EXAMPLE_ID,
        quantity: 2,
        size: "",
        value: 3.5,
        price: 7,
        unit: "lb",
        unitAmount: null,
        byWeight: false,
        product_category: "Fruits",
        product_section: "Apples",
        product_name: "Gala apples",
        container_name: "products",
        image_name: "apples.webp",
        delivery: "Delivery",
        problem: null,
      },
    ],
  })
const cartAnswer = z.array(cartItem).meta({ id: "Cart", description: "All lines of the customer's cart." })

/** Maps the cart page's values to ours. */
const DELIVERY = {
  Delivery: "delivery",
  "Pick up": "pickup",
  delivery: "delivery",
  pickup: "pickup",
} as const

const updateBody = z
  .object({
    products: z
      .array(z.object({ pid, quantity, size: text.optional() }))
      .max(200)
      .nullish(),
    delivery: z.enum(Object.keys(DELIVERY) as (keyof typeof DELIVERY)[], {
      error: "Choose Delivery or Pick up.",
    }),
    windows: windowChoices,
    notes: noteChoices,
    pickupphone: phoneChoice,
    tip: tipChoice,
  })
  .meta({
    id: "CartUpdate",
    examples: [
      {
        products: [{ pid: EXAMPLE_ID, quantity: 2 }],
        delivery: "Pick up",
        windows: [{ marketid: EXAMPLE_ID, starts_at: "2026-03-07T14:00:00.000Z" }],
        notes: [{ marketid: EXAMPLE_ID, note: "Green tomatoes, please.", replacement: "replace" }],
      },
    ],
  })

/** An empty object is also accepted, and adds nothing. */
const addBody = z
  .object({
    pid: z.uuid({ error: "Which product?" }).meta({ "x-thing": "product" }).optional(),
    quantity: addToCartInput.shape.quantity.optional(),
    size: text.max(20).nullish(),
    stripeID: ignored,
  })
  .superRefine(({ pid, quantity }, issues) => {
    if (pid !== undefined && quantity === undefined)
      issues.addIssue({ code: "custom", path: ["quantity"], message: "Choose a quantity." })
    if (pid === undefined && quantity !== undefined)
      issues.addIssue({ code: "custom", path: ["pid"], message: "Which product?" })
  })
  .meta({
    id: "AddToCart",
    examples: [{ pid: EXAMPLE_ID, quantity: 2, size: null, stripeID: "" }],
  })

/** The customer's cart, which is stored on the server. */
export const cart: Operation[] = [
  operation({
    method: "post",
    path: "/transaction/createtransaction",
    tag,
    roles,
    status: 201,
    body: addBody,
    answer: cartAnswer,
    summary: "Add a product to the cart; the quantity is added to a line that is already there",
    rejections: ["no_inventory", "market_closed", "not_found", "idempotency_conflict"],
    fieldNames: { productId: "pid" },
    idempotency: "answer",
    page: "/view-product",
    command: "addToCart, viewCart",
    async handle({ ctx, body: { pid: productId, quantity, size } }) {
      if (productId !== undefined && quantity !== undefined)
        await addToCart(ctx, { productId, quantity, size: size ?? "" })
      return theCart(ctx)
    },
  }),
  operation({
    method: "get",
    path: "/transaction/getransaction",
    tag,
    roles,
    answer: cartAnswer,
    summary: "The cart",
    page: "/shopping-cart",
    command: "viewCart",
    handle: ({ ctx }) => theCart(ctx),
  }),
  operation({
    method: "delete",
    path: "/transaction/deleteproductfromtransaction/{id}",
    tag,
    roles,
    params: idParams("cartLine"),
    answer: cartAnswer,
    summary: "Remove a line from the cart",
    page: "/shopping-cart",
    command: "removeLine",
    async handle({ ctx, params }) {
      await removeLine(ctx, { lineId: await lineOf(ctx, params.id) })
      return theCart(ctx)
    },
  }),
  operation({
    method: "delete",
    path: "/transaction/deletetransaction",
    tag,
    roles,
    answer: done("cleared"),
    summary: "Clear the cart",
    page: "/shopping-cart",
    command: "clearCart",
    async handle({ ctx }) {
      await clearCart(ctx)
      return { cleared: true as const }
    },
  }),
  operation({
    method: "put",
    path: "/transaction/updateTransaction",
    tag,
    roles,
    body: updateBody,
    answer: cartAnswer,
    summary: "Save the cart before the checkout: quantities, Delivery or Pick up, times and notes",
    rejections: ["no_inventory", "not_found", "market_closed", "window_full", "not_deliverable"],
    fieldNames: { ...WINDOW_FIELDS, fulfilment: "delivery" },
    page: "/shopping-cart",
    command: "setCart (changeCart), viewCart",
    async handle({ ctx, body }) {
      const quantities: Record<string, number> = {}
      for (const { pid, size, quantity } of body.products ?? [])
        quantities[await lineOf(ctx, pid, size)] = quantity
      const fulfilment = DELIVERY[body.delivery]
      await setCart(ctx, {
        fulfilment,
        quantities,
        windows: toChoices(body.windows),
        ...toNotes(body.notes),
        phone: toPhone(body.pickupphone),
        ...toTip(body.tip),
      })
      return theCart(ctx)
    },
  }),
  operation({
    method: "put",
    path: "/transaction/checkQuantityUpdateTransaction",
    tag,
    roles,
    summary: "Change one line's quantity",
    body: z
      .object({
        pid,
        quantity,
        name: text.nullish().meta({ description: "The size, if the product has several." }),
      })
      .meta({ id: "QuantityUpdate", examples: [{ pid: EXAMPLE_ID, quantity: 3, name: "" }] }),
    answer: z.object({ quantity: z.int() }).meta({ id: "Quantity", examples: [{ quantity: 3 }] }),
    rejections: ["no_inventory", "not_found"],
    page: "/shopping-cart",
    command: "changeQuantity",
    handle: async ({ ctx, body: { pid, quantity, name } }) =>
      changeQuantity(ctx, { lineId: await lineOf(ctx, pid, name ?? undefined), quantity }),
  }),
]

const theCart = async (ctx: CustomerContext) => toItems(await viewCart(ctx))
const toItems = ({ lines, markets }: CartView) =>
  lines.map((line) =>
    toItem(
      line,
      markets.find(({ id }) => id === line.marketId),
    ),
  )

/** The line with this id, or with this product's id (in one size, if the cart has several). */
async function lineOf(ctx: CustomerContext, id: string, size?: string): Promise<string> {
  const { lines } = await viewCart(ctx)
  const ofProduct = lines.filter((line) => line.productId === id)
  const line =
    lines.find((one) => one.id === id) ?? ofProduct.find((one) => one.size === size) ?? ofProduct[0]
  if (!line) throw notFound("This line of your cart")
  return line.id
}

function toItem(
  line: CartView["lines"][number],
  market: CartView["markets"][number] | undefined,
): z.input<typeof cartItem> {
  const { id: productid, productId: pid, quantity, size, section, category, productName, problem } = line
  return {
    productid,
    pid,
    quantity,
    size,
    value: inDollars(line.priceCents),
    price: inDollars(line.lineCents),
    unit: line.unit,
    unitAmount: line.unitAmount,
    byWeight: line.byWeight,
    product_category: category,
    product_section: section,
    product_name: productName,
    ...imageOf(line.image),
    ...(market?.fulfilment ? { delivery: toDelivery(market.fulfilment) } : {}),
    problem: problem?.message ?? null,
    ...(market?.window ? { window: toWindow(market.window) } : {}),
    ...(market ? noteOf(market) : {}),
    ...(market?.problem ? { market_problem: market.problem.message } : {}),
  }
}
