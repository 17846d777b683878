import { Form } from "react-router"
import { Button } from "#app/ui/button.tsx"

type Props = { queue: string; jobId?: string; label: string; children: string }

/** Retries one failed job, or all of a queue. */
export function RetryForm({ queue, jobId, label, children }: Props) {
  return (
    <Form method="post">
      <input type="hidden" name="queue" value={queue} />
      {jobId && <input type="hidden" name="jobId" value={jobId} />}
      <Button small kind="plain" name="intent" value={jobId ? "retry-job" : "retry-queue"} aria-label={label}>
        {children}
      </Button>
    </Form>
  )
}
