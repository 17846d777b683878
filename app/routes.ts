import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes"

/**
 * The one table of URLs, in the specification's spelling. There is one list per audience; a list's guard is its
 * layout's middleware. A test in app/guards walks this table: a route in no guarded list must be on its list of public
 * pages.
 */
const publicRoutes: RouteConfigEntry[] = [
  index("routes/public/home.tsx"),
  route("home", "routes/public/home.tsx", { id: "home" }),
  route("see-order", "routes/public/see-order.tsx"),
  route("Welcome", "routes/public/welcome.tsx"),
  route("about", "routes/public/about.tsx"),
  route("faq", "routes/public/faq.tsx"),
  route("terms", "routes/public/terms.tsx"),
  route("JesusSaves", "routes/public/jesus-saves.tsx"),
  route("login", "routes/public/login.tsx"),
  route("market", "routes/public/market.tsx"),
  route("express", "routes/public/express.tsx"),
  route("registration-photo", "routes/public/registration-photo.ts"),
  route("admin", "routes/public/admin.tsx"),
  route("forgotpassword", "routes/public/forgot-password.tsx"),
  route("newpassword", "routes/public/new-password.tsx"),
  route("email-confirmed", "routes/public/email-confirmed.tsx"),
  route("this-device", "routes/public/this-device.tsx"),
  route("new-email", "routes/public/new-email.tsx"),
  route("email-change", "routes/public/email-change.tsx"),
  route("unsubscribe", "routes/public/unsubscribe.tsx"),
  route("passkey-options", "routes/public/passkey-options.ts"),
  route("logout", "routes/public/logout.ts"),
  route("goodbye", "routes/public/goodbye.tsx"),
  route("offline", "routes/public/offline.tsx"),
  route("manifest.webmanifest", "routes/public/manifest.ts"),
]

const customerRoutes: RouteConfigEntry[] = [
  route("market-info", "routes/customer/market-info.tsx"),
  route("view-product", "routes/customer/view-product.tsx"),
  route("favorites", "routes/customer/favorites.ts"),
  route("opening-alerts", "routes/customer/opening-alerts.ts"),
  route("add-to-cart", "routes/customer/add-to-cart.ts"),
  route("set-quantity", "routes/customer/set-quantity.ts"),
  route("shopping-cart", "routes/customer/shopping-cart.tsx"),
  route("ship-to", "routes/customer/ship-to.tsx"),
  route("pay", "routes/customer/pay.tsx"),
  route("pay/begin", "routes/customer/pay-begin.ts"),
  route("pay/return", "routes/customer/pay-return.ts"),
  route("thanks-for-shopping", "routes/customer/thanks-for-shopping.tsx"),
  route("purchase", "routes/customer/purchase.tsx"),
  route("order-calendar", "routes/customer/order-calendar.ts"),
  route("customer-dashboard", "routes/customer/customer-dashboard.tsx"),
  route("customer-orders", "routes/customer/customer-orders.tsx"),
  route("order-details", "routes/customer/order-details.tsx"),
  route("order", "routes/customer/order.tsx"),
]

const sellerRoutes: RouteConfigEntry[] = [
  route("market-today", "routes/seller/market-today.tsx"),
  route("market-dashboard", "routes/seller/market-dashboard.tsx"),
  route("my-market", "routes/seller/my-market.tsx"),
  route("market-photo", "routes/seller/market-photo.ts"),
  route("register-stripe", "routes/seller/register-stripe.tsx"),
  route("requirement", "routes/seller/requirement.tsx"),
  route("thankyou", "routes/seller/thankyou.tsx"),
  route("register-subscription", "routes/seller/register-subscription.tsx"),
  route("register-subscription/begin", "routes/seller/subscription-begin.ts"),
  route("register-subscription/return", "routes/seller/subscription-return.ts"),
  route("updateCard", "routes/seller/update-card.tsx"),
  route("updateCard/return", "routes/seller/update-card-return.ts"),
  route("cancel-subscription", "routes/seller/cancel-subscription.tsx"),
  route("add-product", "routes/seller/add-product.tsx"),
  route("all-my-products", "routes/seller/all-my-products.tsx"),
  route("edit-product", "routes/seller/edit-product.tsx"),
  route("product-photo", "routes/seller/product-photo.ts"),
  route("marketOrders", "routes/seller/market-orders.tsx"),
  route("pick-list", "routes/seller/pick-list.tsx"),
  route("packing-slips", "routes/seller/packing-slips.tsx"),
  route("labels", "routes/seller/labels.tsx"),
  route("new-orders", "routes/seller/new-orders.ts"),
  route("order-step", "routes/seller/order-step.ts"),
  route("marketOrderDetails", "routes/seller/market-order-details.tsx"),
  route("order-seller", "routes/seller/order-seller.tsx"),
  route("pack-order", "routes/seller/pack-order.tsx"),
]

/** For the seller and the customer of an order: the session decides what they see. */
const orderPeopleRoutes: RouteConfigEntry[] = [
  route("update-shipping", "routes/order-people/update-shipping.tsx"),
]

/** Pages for anyone who is signed in, whatever the role. */
const signedInRoutes: RouteConfigEntry[] = [
  route("account", "routes/signed-in/account.tsx"),
  route("push-subscription", "routes/signed-in/push-subscription.ts"),
  route("api-tokens", "routes/signed-in/api-tokens.tsx"),
]

/** For everyone who registered by themselves: data export and account deletion. */
const memberRoutes: RouteConfigEntry[] = [
  route("account/export", "routes/member/account-export.ts"),
  route("account/delete", "routes/member/account-delete.tsx"),
]

const courierRoutes: RouteConfigEntry[] = [
  route("express-dashboard", "routes/courier/express-dashboard.tsx"),
  route("deliveries", "routes/courier/deliveries.tsx"),
  route("all-deliveries", "routes/courier/all-deliveries.tsx"),
  route("stripe", "routes/courier/stripe.tsx"),
  route("requirement-express", "routes/courier/requirement-express.tsx"),
  route("thank-you", "routes/courier/thank-you.tsx"),
]

/** Sellers and couriers are paid and approved alike: the session decides whose money and documents are shown. */
const sellerAndCourierRoutes: RouteConfigEntry[] = [
  route("payout", "routes/seller-and-courier/payout.tsx"),
  route("apply-again", "routes/seller-and-courier/apply-again.tsx"),
]

const adminRoutes: RouteConfigEntry[] = [
  route("admin-dashboard", "routes/admin/admin-dashboard.tsx"),
  route("seller-info", "routes/admin/seller-info.tsx"),
  route("deliverer-info", "routes/admin/courier-info.tsx"),
  route("admin/images/:id", "routes/admin/image.ts"),
  route("admin-log", "routes/admin/admin-log.tsx"),
  route("admin-orders", "routes/admin/admin-orders.tsx"),
  route("ops", "routes/admin/ops.tsx"),
]

const devRoutes: RouteConfigEntry[] = [route("dev/ui", "routes/dev/ui.tsx")]

export default [
  ...publicRoutes,
  layout("guards/customer-pages.ts", customerRoutes),
  layout("guards/seller-pages.ts", sellerRoutes),
  layout("guards/order-pages.ts", orderPeopleRoutes),
  layout("guards/seller-and-courier-pages.ts", sellerAndCourierRoutes),
  layout("guards/signed-in-pages.ts", signedInRoutes),
  layout("guards/member-pages.ts", memberRoutes),
  layout("guards/courier-pages.ts", courierRoutes),
  layout("guards/admin-pages.ts", adminRoutes),
  ...devRoutes,
  route("*", "routes/public/not-found.tsx"),
] satisfies RouteConfig
