import type { NotificationItem } from "#app/context.ts"
import { Button } from "#app/ui/button.tsx"
import { DateText } from "#app/ui/date-text.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { useLive } from "#app/ui/use-live.ts"
import { NOTIFICATIONS_SHOWN } from "#core/notifications/notification-limits.ts"
import { CountBadge } from "./count-badge.tsx"

type Props = { items: NotificationItem[]; unseen: number }

/**
 * The notifications in a popover, which opens without JavaScript. Opening it clears the count and closing it clears the
 * dots (by our page script), in this tab only. "Mark all as read" and See Order post to /see-order, which marks them on
 * the server; See Order then leads to the notification's order or market.
 */
export function NotificationsMenu({ items, unseen }: Props) {
  // Revalidates a hydrated page for each new notification; on other pages our page script refreshes the list.
  useLive(({ type }) => type === "notification")
  return (
    <>
      <button type="button" className="round" popoverTarget="bell">
        <Icon name="bell" />
        <span className="sr-only">Notifications </span>
        <CountBadge of="unseen" count={unseen} />
      </button>
      <section id="bell" popover="auto" className="bell" aria-labelledby="bell-title">
        <h2 id="bell-title">Notifications</h2>
        {unseen > 0 && (
          <form method="post" action="/see-order">
            <Button small kind="plain" name="intent" value="see-all">
              Mark all as read
            </Button>
          </form>
        )}
        {items.length === 0 ? (
          <p className="soft">Nothing yet. News of your orders will be here.</p>
        ) : (
          <ul className="scroll" style={{ maxHeight: 300 }}>
            {items.map((item) => (
              <li key={item.id}>
                <span suppressHydrationWarning className={item.seen ? "" : "dot"}>
                  {!item.seen && <span className="sr-only">Unseen</span>}
                </span>
                <div>
                  <p>{item.message}</p>
                  <DateText iso={item.date} timeZone={item.timeZone} hasTime />
                </div>
                <form method="post" action="/see-order">
                  <input type="hidden" name="intent" value="see" />
                  <input type="hidden" name="notification" value={item.id} />
                  <Button small kind="plain">
                    {item.isOfMarket ? "See Market" : "See Order"}
                  </Button>
                </form>
              </li>
            ))}
          </ul>
        )}
        {items.length === NOTIFICATIONS_SHOWN && (
          <p className="soft">The newest {NOTIFICATIONS_SHOWN} are shown. All your orders have the rest.</p>
        )}
      </section>
    </>
  )
}
