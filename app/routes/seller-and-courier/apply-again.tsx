import { redirect } from "react-router"
import { bytesOf, chosenFile } from "#app/forms/chosen-file.ts"
import { noInput } from "#app/forms/no-input.ts"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { submitForm } from "#app/forms/submit-form.ts"
import { requireSellerOrCourier } from "#app/guards/require-seller-or-courier.ts"
import { DOCUMENTS } from "#app/registration/documents.ts"
import { labelsOf } from "#app/registration/files-step.tsx"
import { LinkButton } from "#app/ui/button.tsx"
import { flash } from "#app/ui/flash.ts"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { PHOTO_HINT, PhotoField } from "#app/ui/photos/photo-field.tsx"
import { Notice } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { applyAgain, type Documents, viewDeniedApplication } from "#core/approvals/apply-again.server.ts"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import type { PayoutContext } from "#core/payouts/connect-account.server.ts"
import type { Route } from "./+types/apply-again.ts"

export const meta: Route.MetaFunction = () => [{ title: "Send new photos — Pushcart" }]

/** No denial is final: new images are reviewed like the first ones. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = requireSellerOrCourier(context)
  const { role } = ctx.actor
  const application = await orNotFound(viewDeniedApplication(ctx))
  if (!application) throw redirect(ROLE_PAGES[role].dashboard)
  const { reason, wasApproved, documents } = application
  const fields = DOCUMENTS[role].flatMap(({ field, label }) => {
    const denied = documents.find((one) => one.field === field)
    return denied
      ? [{ field, label, url: denied.url, isNeeded: denied.isGone || documents.length === 1 }]
      : []
  })
  return { reason, wasApproved, fields, dashboard: ROLE_PAGES[role].dashboard }
}

export function action({ request, context }: Route.ActionArgs) {
  const ctx = requireSellerOrCourier(context)
  return submitForm(request, noInput, async (_input, { formData }) => {
    await applyAgain(ctx, await imagesIn(ctx, formData))
    return redirect(ROLE_PAGES[ctx.actor.role].dashboard, {
      headers: flash("Thank you. Our team will review your photos and email you."),
    })
  })
}

async function imagesIn({ actor }: PayoutContext, form: FormData): Promise<Documents> {
  const images: Documents = {}
  for (const { field } of DOCUMENTS[actor.role]) {
    const file = chosenFile(form, field)
    if (file) images[field] = await bytesOf(file)
  }
  return images
}

export default function ApplyAgain({ loaderData, actionData }: Route.ComponentProps) {
  const { reason, wasApproved, fields: documents, dashboard } = loaderData
  const [form, fields] = useSchemaForm(noInput, { id: "apply-again", answer: actionData })
  return (
    <div className="stack narrow">
      <h1>Send new photos</h1>
      <PageToast message={actionData?.toast} />
      <Notice>
        <p>
          {wasApproved
            ? "Our team has ended your approval, and gave this reason:"
            : "Our team couldn't approve you, and gave this reason:"}
        </p>
        <p>{`“${reason}”`}</p>
      </Notice>
      <Form form={form} labels={labelsOf(documents)} encType="multipart/form-data">
        {documents.map(({ field, label, url, isNeeded }) => (
          <PhotoField
            key={field}
            field={fields[field as never] as never}
            label={label}
            hint={
              isNeeded
                ? PHOTO_HINT
                : `We'll use the one you sent before unless you choose another. ${PHOTO_HINT}`
            }
            kept={url ? { name: "the one you sent before", url } : null}
          />
        ))}
        <SubmitButton wide busy="Sending your photos…">
          Send
        </SubmitButton>
      </Form>
      <p>
        <LinkButton kind="plain" small to={dashboard}>
          Back to your dashboard
        </LinkButton>
      </p>
    </div>
  )
}
