import { useLocation } from "react-router"
import { Tabs } from "#app/ui/wayfinding.tsx"

const PAGES = [
  { label: "Today", to: "/market-today", also: [] },
  {
    label: "Orders",
    to: "/marketOrders",
    also: [
      "/marketOrderDetails",
      "/order-seller",
      "/pack-order",
      "/update-shipping",
      "/pick-list",
      "/packing-slips",
      "/labels",
    ],
  },
  { label: "Products", to: "/all-my-products", also: ["/edit-product", "/add-product"] },
  { label: "Market", to: "/my-market", also: [] },
]

/** The seller's pages as tabs, on every page: inside the person's menu, each took three taps to reach. */
export function SellerNav() {
  const { pathname } = useLocation()
  return (
    <div className="seller-nav">
      <Tabs
        label="Your market"
        tabs={PAGES.map(({ label, to, also }) => ({
          label,
          to,
          current: [to, ...also].includes(pathname),
        }))}
      />
    </div>
  )
}
