import type { ReactNode } from "react"
import type { Elements } from "./elements.ts"

/** The part of conform's field metadata that we use; pages without conform construct it themselves. */
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
  /** Shown in place of the field's own errors. */
  errors?: string[] | undefined
  label: string
  hint?: ReactNode
  /** Adds "(optional)" to the label. */
  optional?: boolean
  className?: string
}

/** Label, hint, control and error, from top to bottom. */
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

/** A field for forms without conform. */
export const plainField = (name: string, rest: Partial<FieldLike> = {}): FieldLike => ({
  id: rest.id ?? name,
  name,
  ...rest,
})

/** The attributes that every control shares. `required` is not among them: our own summary reports missing fields. */
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
