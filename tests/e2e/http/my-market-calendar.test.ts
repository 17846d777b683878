import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { longDate } from "#core/calendar/calendar-text.ts"
import { addDays, clockAt } from "#core/calendar/zoned-time.ts"
import { marketCalendars, marketDates, markets, orders } from "#db/schema/index.ts"
import { aCalendar, aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const db = () => server.database.db
const TIME_ZONE = "America/New_York"
const today = () => clockAt(new Date(), TIME_ZONE).date

async function aSeller(facts: Parameters<typeof aMarket>[1] = {}) {
  const market = await aMarket(db(), { name: "Apple Row", ...facts })
  return { market, seller: await visitor(server, market.actor) }
}

const calendarOf = async (id: string) =>
  (await db().select().from(marketCalendars).where(eq(marketCalendars.marketId, id)))[0]!
const datesOf = (id: string) => db().select().from(marketDates).where(eq(marketDates.marketId, id))

/** What a customer sees on the market's page. */
async function stallOf(market: { id: string }) {
  const customer = await visitor(server, (await aCustomer(db())).actor)
  return (await customer.open(`/market-info?market=${market.id}`)).text
}

/** The form group for one span of hours, in a form with several. */
const hours = (page: HtmlPage, number: number) => page.get("group", `Hours ${number}`)

describe("the hours of a market, without JavaScript", { tags: ["NOJS-7"] }, () => {
  it("are set for a day, several times a day and past midnight, and on other days too", {
    tags: ["CAL-4", "CAL-20"],
  }, async () => {
    const { market, seller } = await aSeller()
    const form = await (await seller.open("/my-market")).follow("Edit Sunday")
    const opened = await form.press("Add hours", { "Open on Sundays": true, Opens: "8 am", Closes: "1 pm" })
    expect(opened.field("Closes", hours(opened, 1)).value).toBe("780")
    expect(opened.all("alert")).toEqual([])
    const second = hours(opened, 2)
    const opens = opened.field("Opens", second).name
    const closes = opened.field("Closes", second).name
    const saved = await opened.send({
      day: "6",
      [opens]: "1200",
      [closes]: "120",
      alsoOn: "5",
    })
    expect(saved.path).toBe("/my-market")
    expect(saved.text).toContain("Saved. Customers see it now.")
    expect(saved.text).toContain("8 am–1 pm, 8 pm–2 am")
    expect((await db().select().from(markets).where(eq(markets.id, market.id)))[0]).toMatchObject({
      weekdayHours: "9am-5pm",
      saturdayHours: "8am-1pm and 8pm-2am",
      sundayHours: "8am-1pm and 8pm-2am",
    })
    const again = await (await seller.open("/my-market")).follow("Edit Sunday")
    const fewer = await again.press("Remove hours 2")
    await fewer.press("Save")
    expect((await calendarOf(market.id)).week?.[6]).toEqual([{ opens: 480, closes: 780 }])
    expect(await stallOf(market)).toContain("Sunday 8am-1pm")
  })

  it("say what is wrong at the day, and keep what was typed", { tags: ["CAL-20"] }, async () => {
    const { market, seller } = await aSeller()
    const form = await seller.open("/my-market?edit=tuesday")
    const wrong = await form.press("Save", { Opens: "9 am", Closes: "9 am", Friday: true })
    expect(wrong.status).toBe(422)
    const day = wrong.document.getElementById("tuesday")!
    expect(day.textContent).toContain("Choose a closing time that differs from the opening time.")
    expect(wrong.field("Closes").value).toBe("540")
    expect(wrong.field("Friday").hasAttribute("checked")).toBe(true)
    const half = await wrong.press("Save", { Closes: "Choose" })
    expect(half.errorAt("Closes")).toBe("Choose when you close.")
    const closed = await half.press("Save", { "Open on Tuesdays": false })
    expect(closed.text).toContain("Saved. Customers see it now.")
    const { week } = await calendarOf(market.id)
    expect([week?.[1], week?.[4], week?.[0]]).toEqual([[], [], [{ opens: 540, closes: 1_020 }]])
  })
})

describe("days off, without JavaScript", { tags: ["NOJS-7"] }, () => {
  it("are added, changed and removed, and none is in the past", { tags: ["CAL-21"] }, async () => {
    const { market, seller } = await aSeller()
    const date = addDays(today(), 20)
    const form = await (await seller.open("/my-market")).follow("Add a day")
    const past = await form.press("Save", { Day: addDays(today(), -1), "What for (optional)": "Family" })
    expect(past.status).toBe(422)
    expect(past.errorAt("Day")).toBe("This day is over. Choose today or a day to come.")
    expect(past.field("What for (optional)").value).toBe("Family")
    const none = await past.press("Save", { Day: "" })
    expect(none.errorAt("Day")).toBe("Choose a day.")
    const saved = await none.press("Save", { Day: date })
    expect(saved.text).toContain("Closed · Family")
    const told = `${longDate(date)} Closed, Family`
    expect(saved.get("complementary").textContent).toContain(told)
    expect(await stallOf(market)).toContain(told)
    const edit = await saved.follow(`Edit ${longDate(date)}`)
    const open = await edit.press("Save", {
      "Open on this day, with different hours": true,
      Opens: "8 am",
      Closes: "noon",
    })
    expect(open.text).toContain("8 am–noon · Family")
    expect(await datesOf(market.id)).toMatchObject([
      { date, spans: [{ opens: 480, closes: 720 }], note: "Family" },
    ])
    const removed = await (await open.follow(`Edit ${longDate(date)}`)).press("Remove this day")
    expect(removed.text).toContain("None coming up.")
    expect(await datesOf(market.id)).toEqual([])
  })

  it("are not overwritten by another one of the same date, and the way to edit them is shown", {
    tags: ["CAL-21"],
  }, async () => {
    const { market, seller } = await aSeller()
    const date = addDays(today(), 20)
    const form = await seller.open("/my-market?edit=new-day")
    const sent = { Day: date, "What for (optional)": "Family" }
    for (const saved of [await form.press("Save", sent), await form.press("Save", sent)])
      expect(saved.text).toContain("Saved. Customers see it now.")
    const again = await form.press("Save", { Day: date, "What for (optional)": "" })
    expect(again.status).toBe(422)
    expect(again.errorAt("Day")).toBe(`${longDate(date)} is listed already.`)
    expect(await datesOf(market.id)).toMatchObject([{ date, spans: [], note: "Family" }])
    const edit = await again.follow("Edit that day")
    expect(edit.field("What for (optional)").value).toBe("Family")
    const changed = await edit.press("Save", { "What for (optional)": "" })
    expect(changed.text).toContain("Saved. Customers see it now.")
    expect(await datesOf(market.id)).toMatchObject([{ date, spans: [], note: null }])
  })

  it("leave orders their times, and say how many there are", { tags: ["CAL-21"] }, async () => {
    const { market, seller } = await aSeller()
    await aCalendar(db(), market)
    const customer = await aCustomer(db())
    const product = await aProduct(db(), market)
    const startsAt = new Date(Math.ceil(Date.now() / 3_600_000 + 30) * 3_600_000)
    const window = { startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000) }
    const order = await anOrder(db(), { customer, market, product, window })
    const form = await seller.open("/my-market?edit=new-day")
    const saved = await form.press("Save", { Day: clockAt(startsAt, TIME_ZONE).date })
    expect(saved.text).toContain("1 order is for a time when you're now closed. Its time hasn't changed.")
    expect(saved.text).toContain("1 order is for a time outside of these hours.")
    const [kept] = await db().select().from(orders).where(eq(orders.id, order.id))
    expect(kept).toMatchObject({ windowStartsAt: startsAt, cancelledAt: null })
  })
})

describe("a pause, without JavaScript", { tags: ["NOJS-7"] }, () => {
  it("is what customers read at once, until the seller opens again", {
    tags: ["CAL-22", "CAL-24"],
  }, async () => {
    const { market, seller } = await aSeller()
    await aCalendar(db(), market)
    const form = await (await seller.open("/my-market")).follow("Pause orders")
    const wrong = await form.press("Pause orders", { "Orders again from (optional)": today() })
    expect(wrong.errorAt("until")).toBe("Choose tomorrow or a later day, or leave it open.")
    const paused = await wrong.press("Pause orders", {
      "Orders again from (optional)": "",
      "Why (optional)": "Away for the harvest",
    })
    const preview = paused.get("complementary").textContent
    const text = "Apple Row isn't taking orders right now. Away for the harvest."
    expect(preview).toContain(text)
    expect(await stallOf(market)).toContain(text)
    const open = await paused.press("Open again now")
    expect(open.text).toContain("You're taking orders again.")
    expect(await stallOf(market)).not.toContain("taking orders")
    expect(open.get("complementary").textContent).toContain("Apple RowOpen")
  })
})

describe("what a market asks of orders, without JavaScript", { tags: ["NOJS-7"] }, () => {
  it("is changed one thing at a time, and customers read it at once", {
    tags: ["CAL-8", "CAL-23", "CAL-24"],
  }, async () => {
    const { market, seller } = await aSeller()
    await aCalendar(db(), market)
    await (await seller.open("/my-market?edit=preparation")).press("Save", { "Preparation time": "2 hours" })
    const pickup = await seller.open("/my-market?edit=pickup")
    const wrong = await pickup.press("Save", {
      "Orders in an hour (optional)": "0",
      "Minimum order, in dollars (optional)": "a lot",
    })
    expect(wrong.errorAt("pickupPlaces")).toBe("Enter a whole number from 1 to 500.")
    expect(wrong.errorAt("pickupMinimumCents")).toBe("Enter dollars and cents, like 15.00.")
    expect(wrong.field("Minimum order, in dollars (optional)").value).toBe("a lot")
    const huge = await wrong.press("Save", { "Orders in an hour (optional)": "9".repeat(400) })
    expect(huge.errorAt("pickupPlaces")).toBe("Enter a whole number from 1 to 500.")
    const right = await wrong.press("Save", {
      "Orders in an hour (optional)": "8",
      "Minimum order, in dollars (optional)": "$15",
    })
    expect(right.text).toContain("At most 8 orders in an hour")
    expect(right.text).toContain("From $15.00 on")
    expect(right.get("complementary").textContent).toContain("0 of 8")
    const delivery = await seller.open("/my-market?edit=delivery")
    const tooFar = await delivery.press("Save", { "How far, in miles": "26" })
    expect(tooFar.errorAt("How far, in miles")).toBe("Enter a whole number from 1 to 25.")
    await tooFar.press("Save", { "How far, in miles": "4", "Customers can have orders delivered": false })
    expect(await calendarOf(market.id)).toMatchObject({
      prepMinutes: 120,
      pickupPlaces: 8,
      pickupMinimumCents: 1_500,
      offersDelivery: false,
      deliveryRadiusMiles: 4,
    })
    expect(await stallOf(market)).toContain("Delivery not offered")
  })
})

describe("who delivers as a rule, without JavaScript", { tags: ["NOJS-7"] }, () => {
  it("is marked on a new delivery, and the seller can choose otherwise", { tags: ["CAL-25"] }, async () => {
    const { market, seller } = await aSeller()
    const customer = await aCustomer(db())
    const product = await aProduct(db(), market)
    const order = () => anOrder(db(), { customer, market, product, fulfilment: "delivery" })
    const shipping = async () => seller.open(`/update-shipping?OrderDetails=${(await order()).id}&title=1`)
    const marked = (page: HtmlPage) =>
      ["Yes", "No"].filter((name) => !page.get("button", name).className.includes("btn-plain"))

    const asked = await shipping()
    expect(asked.text).not.toContain("Your usual choice")
    for (const [choice, answer] of [
      ["own", "Yes"],
      ["platform", "No"],
    ] as const) {
      const form = await (await seller.open("/my-market")).follow("Edit who delivers")
      const saved = await form.send({ usualCourier: choice }, { intent: "courier" })
      expect(saved.text).toContain("Saved. New orders will use it.")
      const page = await shipping()
      expect(page.text).toContain(`Your usual choice is ${answer}.`)
      expect(marked(page)).toEqual([answer])
    }
    const otherwise = await (await shipping()).press("Yes")
    expect(otherwise.text).toContain("Great, have someone be ready to deliver the order")
  })
})
