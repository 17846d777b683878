import { and, eq, inArray } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import { notificationChoices } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { choicesOf, WAYS, type Way } from "./kinds.ts"

/**
 * Sets the person's notifications in the role that they are signed in as: turns on those in `on` ("orderSteps:email")
 * and turns off everything else that can be turned off in these `ways`. Only differences from the defaults are saved,
 * so that a kind that is added later starts with its default.
 */
export async function chooseNotifications(
  ctx: PersonContext,
  { on, ways = WAYS }: { on: readonly string[]; ways?: readonly Way[] },
): Promise<void> {
  const { userId, role } = ctx.actor
  const asked = choicesOf(role).filter(({ way }) => ways.includes(way))
  const changed = asked.filter(({ name, isUsual }) => on.includes(name) !== isUsual)
  await transaction(ctx.db, async (tx) => {
    await tx
      .delete(notificationChoices)
      .where(
        and(
          eq(notificationChoices.userId, userId),
          eq(notificationChoices.role, role),
          inArray(notificationChoices.way, [...ways]),
        ),
      )
    if (changed.length > 0)
      await tx
        .insert(notificationChoices)
        .values(changed.map(({ kind, way, isUsual }) => ({ userId, role, kind, way, isOn: !isUsual })))
        .onConflictDoNothing()
  })
}
