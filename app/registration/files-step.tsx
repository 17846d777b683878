import { Link, useNavigation } from "react-router"
import { noInput } from "#app/forms/no-input.ts"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { PHOTO_HINT, PhotoField } from "#app/ui/photos/photo-field.tsx"
import { Loader, Notice } from "#app/ui/states.tsx"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import { DUPLICATE_EMAIL_MESSAGE } from "#core/registration/registration-inputs.ts"
import { DOCUMENTS, type DocumentField } from "./documents.ts"
import type { StepProps } from "./login-or-register.tsx"
import { WizardButtons } from "./wizard-buttons.tsx"

/** The last step of a registration: images, saved as soon as they are chosen, and the loader during submission. */
export function FilesStep({ who, files, answer }: StepProps) {
  const path = ROLE_PAGES[who].signIn
  const documents = DOCUMENTS[who]
  const [form, fields] = useSchemaForm(noInput, { id: "files", answer })
  const navigation = useNavigation()
  const isTaken = answer?.toast?.text === DUPLICATE_EMAIL_MESSAGE
  const sending = navigation.formMethod === "POST" && navigation.formData?.get("intent") !== "back"
  return (
    <>
      {sending && <Loader text="Sending your registration…" />}
      <div hidden={sending}>
        {isTaken && (
          <Notice kind="info">
            <p>
              <Link to={`${path}?tab=register&step=1`}>Use another email</Link>: your photos are saved. If the
              account is yours, <Link to={path}>log in</Link>, or enter its password in the first step.
            </p>
          </Notice>
        )}
        <Form form={form} labels={labelsOf(documents)} encType="multipart/form-data">
          {documents.map(({ field, label, note }) => (
            <PhotoField
              key={field}
              field={fields[field as never] as never}
              label={label}
              hint={note ? `${note} ${PHOTO_HINT}` : PHOTO_HINT}
              kept={files[field]}
              sendTo={{ url: "/registration-photo", fields: { kind: who, field } }}
            />
          ))}
          <WizardButtons next="Submit" />
        </Form>
      </div>
    </>
  )
}

/** The labels of file fields in the error summary. */
export const labelsOf = (documents: readonly DocumentField[]) =>
  Object.fromEntries(documents.map(({ field, label }) => [field, label]))
