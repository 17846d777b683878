/** The second version: the first one, with windows, tips, partial refunds, calls, positions and push messages. */
export function SecondTerms() {
  return (
    <>
      <h2 id="terms">Terms of service</h2>
      <h3>1. Who may use Pushcart</h3>
      <p>
        You must be at least 18 years old to use Pushcart, as a customer, a seller or a deliverer. By signing
        up you state that you are. You keep your password to yourself, and what is done with your account is
        done by you unless you have told us that it was stolen.
      </p>
      <h3>2. What Pushcart is</h3>
      <p>
        Pushcart is a marketplace. The markets sell their goods to you; they decide what they offer, describe
        it and answer for it. Pushcart takes the order, has the payment made through a card payment provider,
        and passes the order on. Deliverers work for themselves.
      </p>
      <h3>3. Orders and payment</h3>
      <p>
        The price, the sales tax and the cost of delivery are shown before you pay. When you go to pay, the
        goods are held for you for 15 minutes at the prices shown. Your order is placed when your payment
        succeeds. One payment may make several orders, one for each market. You never pay more than what was
        shown.
      </p>
      <h3>4. When you get it</h3>
      <p>
        An order is as soon as possible, or for a window that you choose: an hour for pickup, two hours for
        delivery. A market may limit how many orders it takes in a window. A market that is closed sells for
        its next opening; one that has paused takes no orders. A window is what market and deliverer aim for,
        not a promise to the minute.
      </p>
      <h3>5. Sales and refunds</h3>
      <p>
        All sales are final. There are no refunds because you changed your mind. If an order cannot be filled,
        or nobody acts on it in time, it is cancelled and your whole payment goes back to the card you paid
        with. If a part of it is missing or not right, that part can be refunded, with its share of the tax.
        This takes nothing away from rights that the law gives you and that cannot be waived.
      </p>
      <h3>6. Pickup and delivery</h3>
      <p>
        You pick up at the market's address in its opening hours, or have the order delivered to an address
        within 25 miles of the market. The delivery fee goes to the one who delivers. A photo taken at
        delivery is kept with your order.
      </p>
      <h3>7. Tips</h3>
      <p>
        Where a tip is offered, it is yours to give. All of it goes to the one who delivers: neither Pushcart
        nor the market keeps any of it, and it is never counted against the delivery fee. It comes back with
        an order that is canceled before it is picked up; after that only Pushcart can return it.
      </p>
      <h3>8. Calling each other</h3>
      <p>
        A deliverer and the customer may call and text each other from the time the delivery is taken until
        one hour after it was delivered. A market and its customer may call each other while an order is open.
        Use a number for that order only, and do not keep it.
      </p>
      <h3>9. For sellers</h3>
      <p>
        You may sell what you are licensed to sell, described as it is, in the amount you have. Keep your
        hours and your closures right: customers order by them. You need our approval, a payout account with
        the payment provider and a subscription of $5.00 a month, charged until you cancel it, which you may
        do at any time. Cancelling takes effect at once: you can then no longer add products or receive
        orders. You are paid weekly or monthly, as you choose, your items' price less the card processor's fee
        and less what is refunded at your cost. An order that you leave untouched for 72 hours, counted from
        its window where it has one, is refunded to the customer.
      </p>
      <h3>10. For deliverers</h3>
      <p>
        You need our approval and a payout account. You choose which deliveries you take. Once you have taken
        one, bring it to its address or give it back promptly. Your customer may follow you on the map between
        pickup and delivery, if you agree to it. Use addresses and phone numbers for that delivery only, and
        obey the rules of the road.
      </p>
      <h3>11. What is not allowed</h3>
      <p>
        Nothing illegal, stolen, unsafe or falsely described; no interference with the service; no use of
        other people's data for anything but their order. We may close an account that does so.
      </p>
      <h3>12. Liability</h3>
      <p>
        The service is provided as it is. As far as the law allows, Pushcart is not liable for indirect damage
        or for the goods and conduct of markets and deliverers, and otherwise for no more than you paid for
        the order in question.
      </p>
      <h3>13. Changes and law</h3>
      <p>
        We announce changes of these terms at least 30 days before they take effect. If you go on using
        Pushcart after that day, the new terms apply. These terms are governed by the law of the State of
        California.
      </p>
    </>
  )
}

export function SecondPolicy() {
  return (
    <>
      <h2 id="privacy">Privacy policy</h2>
      <h3>1. Age</h3>
      <p>
        We do not knowingly collect data of children under 13. If you learn that a child under 13 has given us
        data, tell us and we delete it. The service itself is for people of 18 and older.
      </p>
      <WhatWeKeep />
      <h3>3. What never reaches us</h3>
      <p>
        Card numbers, bank account numbers, social security numbers and dates of birth go from your browser
        straight to our payment provider. We get a token and the result.
      </p>
      <h3>4. What we use it for</h3>
      <p>
        To show you markets, bring you your order, pay sellers and deliverers, send you the messages that
        belong to an order, keep the books that the law requires, and prevent fraud. We do not sell your data,
        there is no advertising, and nobody tracks you on our pages or in our emails.
      </p>
      <WhoSeesIt />
      <h3>6. Messages</h3>
      <p>
        You choose what we tell you, by email and on your device. Receipts and what concerns the safety of
        your account always come by email. Every other email says why you get it and can be turned off by one
        click. Messages on your device come only where you turned them on, through the message service of your
        browser's maker, and carry no more of you than a first name and an order number. We send no
        advertising.
      </p>
      <h3>7. Cookies and what stays on your device</h3>
      <p>
        One cookie keeps you signed in, for up to 8 hours. A few others remember which kind of account that
        is, the market, the product and the edit you were at, the place you last searched near (for half a
        year), whether the map may use your position, and that your browser already has our typeface. Your
        browser may keep our static files, and on a deliverer's or seller's device the steps that wait for a
        network. Signing out removes what is yours.
      </p>
      <h3>8. Your choices</h3>
      <p>
        Your account page has a copy of your data for you, lets you correct it, and deletes your account. You
        may also write from your account's email address to{" "}
        <a href="mailto:privacy@pushcart.test">privacy@pushcart.test</a>. We delete what we are not obliged to
        keep; records of payments stay as long as tax law demands. Residents of California have these rights
        under the CCPA, and nobody is treated worse for using them.
      </p>
      <h3>9. Changes</h3>
      <p>
        We announce changes of this policy at least 30 days before they take effect. It is governed by the law
        of the State of California.
      </p>
    </>
  )
}

function WhatWeKeep() {
  return (
    <>
      <h3>2. What we keep</h3>
      <ul>
        <li>
          <strong>Everybody:</strong> name, email, a one-way hash of your password, the public part of your
          passkeys, the devices you are signed in on, what you chose to be told, which version of these terms
          you agreed to, and when.
        </li>
        <li>
          <strong>Customers:</strong> your cart, your orders with their windows and tips, a phone number if
          you gave one, and the addresses and phone numbers they are delivered to. What you ask for at your
          door is deleted 30 days after the last order that used it. Of a card that you save, we keep the
          brand, the last four digits and the expiration date until you remove it; our payment provider keeps
          the card and charges it only when you pay.
        </li>
        <li>
          <strong>Sellers:</strong> your market's name, address, phone, story, photos, hours and closures,
          your products, and the photo ID, picture and certificate that you sent for approval.
        </li>
        <li>
          <strong>Deliverers:</strong> your address and phone, the photo ID that you sent for approval, and
          the photos of your deliveries. Once you agree, your position is kept between pickup and delivery:
          the last place only, which is deleted with the delivery, a day later at most.
        </li>
        <li>
          <strong>Messages on a device:</strong> the address at which your browser's maker takes messages for
          it, until you turn them off or sign out there.
        </li>
      </ul>
    </>
  )
}

function WhoSeesIt() {
  return (
    <>
      <h3>5. Who sees it</h3>
      <p>
        A market sees the orders placed with it, and the address where it is to be delivered. A deliverer sees
        the customer's address, and what is asked for at the door, only after taking the delivery. The
        customer sees the deliverer's first name, and on the map where they are, between pickup and delivery.
      </p>
      <p>
        Phone numbers: customer and deliverer see each other's from the time the delivery is taken until one
        hour after it was delivered. The market sees the customer's while the order is open. Nobody else sees
        them. A market's own number is public.
      </p>
      <p>
        The payment provider, the map and the picture services get what they need for their part. Photo IDs
        and certificates are seen by our reviewers only, every view is logged, and they are deleted 90 days
        after the decision.
      </p>
    </>
  )
}
