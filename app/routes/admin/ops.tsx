import { Link, redirect } from "react-router"
import { AdminPage } from "#app/admin/admin-page.tsx"
import { FailedJobs, FailingWebhooks, Gauges, QueueTable } from "#app/admin/queue-status.tsx"
import { usePolling } from "#app/admin/use-polling.ts"
import { WhenText } from "#app/admin/when-text.tsx"
import { siteRulesContext } from "#app/context.ts"
import { formActions } from "#app/forms/form-actions.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { flash } from "#app/ui/flash.ts"
import { PageToast } from "#app/ui/toaster.tsx"
import { retryFailedJobs } from "#core/operations/retry-failed-jobs.server.ts"
import { retryInput } from "#core/operations/retry-input.ts"
import { viewOperations } from "#core/operations/view-operations.server.ts"
import type { Route } from "./+types/ops.ts"

const REFRESH_MS = 5_000

export const meta: Route.MetaFunction = () => [{ title: "Operations — Pushcart" }]

export const loader = async ({ context }: Route.LoaderArgs) => ({
  ...(await viewOperations(requireContext(context, "admin"))),
  hasMailbox: context.get(siteRulesContext).adminsMailbox,
})

export const action = formActions("admin", {
  "retry-job": [
    retryInput.required(),
    async (ctx, input) => {
      await retryFailedJobs(ctx, input)
      return redirect("/ops", { headers: flash("The job runs again.") })
    },
  ],
  "retry-queue": [
    retryInput.pick({ queue: true }),
    async (ctx, { queue }) => {
      await retryFailedJobs(ctx, { queue })
      return redirect("/ops", { headers: flash(`The failed jobs of ${queue} run again.`) })
    },
  ],
})

export default function Operations({ loaderData, actionData }: Route.ComponentProps) {
  usePolling(REFRESH_MS)
  const { at, queues, failedJobs, failingWebhooks, hasMailbox } = loaderData
  return (
    <AdminPage title="Operations">
      <p className="soft">
        <span>
          As of <WhenText at={at} />
          <span className="js-only">, refreshed every few seconds</span>.{" "}
          <Link to="/ops" reloadDocument className="text-link">
            Reload
          </Link>{" "}
          ·{" "}
          <Link to="/ops/queues" reloadDocument className="text-link">
            Every job, on the queue board
          </Link>
        </span>
        {hasMailbox && (
          <span>
            {" "}
            ·{" "}
            <Link to="/dev/mailbox" reloadDocument className="text-link">
              Emails that were not sent
            </Link>
          </span>
        )}
      </p>
      <QueueTable queues={queues} at={at} />
      <Gauges {...loaderData} />
      <FailingWebhooks events={failingWebhooks} at={at} />
      <section className="stack">
        <h2>Failed jobs</h2>
        <FailedJobs jobs={failedJobs} />
      </section>
      <PageToast message={actionData?.toast} />
    </AdminPage>
  )
}
