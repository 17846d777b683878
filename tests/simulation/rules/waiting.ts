import type { Rule } from "./rule.ts"

const WAITING = {
  "events are not handed over":
    "select count(*) from outbox where queued_at is null or published_at is null or due_at < simulation.now()",
  "holds have not ended": "select count(*) from checkouts where status in ('open', 'paying')",
  "refunds are not sent": "select count(*) from refunds where status in ('due', 'sent', 'failed')",
  // Transfers may wait if their account may not be paid yet.
  "transfers are due": `select count(*) from transfers where status = 'due' and due_at < simulation.now() and case party
    when 'seller' then user_id in (select user_id from markets where onboarded)
    else user_id in (select user_id from deliverers where onboarded) end`,
  // A payout requested in the last two days may still be in progress.
  "payouts do not arrive":
    "select count(*) from payouts where status in ('requested', 'sent') and created_at < simulation.now() - interval '2 days'",
  "events of the provider are not processed": "select count(*) from stripe_events where processed_at is null",
  "deletions are not finished": "select count(*) from account_deletions where finished_at is null",
  "pictures are not processed":
    "select count(*) from images where status = 'processing' and deleted_at is null",
}

/** Everything that was started has ended. */
export const leavesNothingWaiting: Rule = async ({ site }) => {
  const faults: string[] = []
  for (const [what, query] of Object.entries(WAITING)) {
    const [row] = await site.rows<{ count: string }>(query)
    if (Number(row?.count) > 0) faults.push(`${row?.count} ${what}.`)
  }
  if (site.jobs.waiting.size > 0) faults.push(`${site.jobs.waiting.size} jobs still wait.`)
  const webhooks = site.deliverer.all("pending").length
  if (webhooks > 0) faults.push(`${webhooks} webhooks are not taken.`)
  return faults
}
