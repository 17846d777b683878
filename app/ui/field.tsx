import type { ReactNode } from "react"
import type { Elements } from "./elements.ts"

/** What a field needs of conform's metadata; pages without conform write it by hand. */
export type FieldLike = {
  id: string
  name: string
  key?: string | undefined
  errors?: string[] | undefined
  defaultValue?: string | undefined
  defaultChecked?: boolean | undefined
  required?: boolean | undefined
  min?: string | number | undefined
  max?: string | number | undefined
  step?: string | number | undefined
}

export type FieldProps = {
  field: FieldLike
  /** What is said in place of the field's own errors. */
  errors?: string[] | undefined
  label: string
  hint?: ReactNode
  /** Says "(optional)" after the label. */
  optional?: boolean
  className?: string
}

/** Label above, hint under it, control, error. */
export function Field({
  field,
  errors = field.errors,
  label,
  hint,
  optional,
  className = "",
  children,
}: FieldProps & { children: Elements }) {
  return (
    <div className={`field ${className}`}>
      <label htmlFor={field.id}>
        <span>{label}</span> {optional && <small>(optional)</small>}
      </label>
      {hint && (
        <p className="hint" id={`${field.id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <FieldError field={field} errors={errors} />
    </div>
  )
}

/** A plain field for forms without conform. */
export const plainField = (name: string, rest: Partial<FieldLike> = {}): FieldLike => ({
  id: rest.id ?? name,
  name,
  ...rest,
})

/** The attributes that every control shares. `required` stays off: the summary says what is missing, in our words. */
export function controlProps(field: FieldLike, hint: ReactNode, errors = field.errors) {
  const invalid = Boolean(errors?.length)
  const describedBy = [hint ? `${field.id}-hint` : "", invalid ? `${field.id}-error` : ""]
    .filter(Boolean)
    .join(" ")
  return {
    id: field.id,
    name: field.name,
    "aria-invalid": invalid || undefined,
    "aria-required": field.required || undefined,
    "aria-describedby": describedBy || undefined,
  }
}

export function FieldError({ field, errors = field.errors }: Pick<FieldProps, "field" | "errors">) {
  if (!errors?.length) return null
  return (
    <div id={`${field.id}-error`}>
      {errors.map((message) => (
        <p className="error" key={message}>
          {message}
        </p>
      ))}
    </div>
  )
}
