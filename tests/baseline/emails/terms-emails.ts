import { sql } from "drizzle-orm"
import { SECOND_TERMS } from "#core/terms/terms.ts"
import { termsAnnouncements } from "#db/schema/index.ts"
import type { Step } from "./world.ts"

export const TERMS_STEPS: readonly Step[] = [
  [
    "the second terms are announced to a customer",
    async ({ db, server, happen, customer: { userId } }) => {
      await db.insert(termsAnnouncements).values({ version: SECOND_TERMS, announcedAt: new Date() })
      // Marks everybody as already notified, so that the sweep finds nobody.
      await db.execute(
        sql`insert into terms_agreements (user_id, version, told_at) select id, ${SECOND_TERMS}, ${new Date()} from users`,
      )
      await server.restart({ TERMS_2_FROM: "2099-01-15" })
      await happen("terms.announced", { userId, role: "customer" })
    },
  ],
]
