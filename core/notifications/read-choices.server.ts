import { and, eq } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import type { Role } from "#core/identity/roles.ts"
import type { Executor } from "#db/client.ts"
import { notificationChoices } from "#db/schema/index.ts"
import { choicesOf, type KindOf, type Way } from "./kinds.ts"

/**
 * Returns the notifications that the person has turned on, of those that can be turned off in the role that they are
 * signed in as: ["orderSteps:email"].
 */
export async function readChoices(ctx: PersonContext): Promise<string[]> {
  const { userId, role } = ctx.actor
  const rows = await ctx.db
    .select()
    .from(notificationChoices)
    .where(and(eq(notificationChoices.userId, userId), eq(notificationChoices.role, role)))
  const chosen = new Map(rows.map(({ kind, way, isOn }) => [`${kind}:${way}`, isOn]))
  return choicesOf(role)
    .filter(({ name, isUsual }) => chosen.get(name) ?? isUsual)
    .map(({ name }) => name)
}

/** Whether the person in this role wants this kind of notification in this way. Checked when it is sent. */
export async function isWanted<R extends Role>(
  db: Executor,
  { userId, role, kind, way }: { userId: string; role: R; kind: KindOf<R>; way: Way },
): Promise<boolean> {
  const choice = choicesOf(role).find((one) => one.kind === kind && one.way === way)
  if (!choice) return true
  const [row] = await db
    .select({ isOn: notificationChoices.isOn })
    .from(notificationChoices)
    .where(
      and(
        eq(notificationChoices.userId, userId),
        eq(notificationChoices.role, role),
        eq(notificationChoices.kind, kind),
        eq(notificationChoices.way, way),
      ),
    )
  return row?.isOn ?? choice.isUsual
}
