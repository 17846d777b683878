import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from "react"
import { useState } from "react"
import { needsJs } from "#app/page-protocol/attributes.ts"
import { formatPhone } from "#core/identity/phone-format.ts"
import { useHydrated } from "../hydration/hydrated.ts"
import { controlProps, Field, FieldError, type FieldProps } from "./field.tsx"

type Input = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "name">

export function TextInput({ field, label, hint, optional, className, type = "text", ...rest }: Input) {
  return (
    <Field field={field} label={label} hint={hint} optional={optional} className={className}>
      <input
        key={field.key}
        className="input"
        type={type}
        defaultValue={field.defaultValue}
        min={field.min}
        max={field.max}
        step={field.step}
        {...controlProps(field, hint)}
        {...rest}
      />
    </Field>
  )
}

/** The email address of an account. */
export function EmailInput({ label = "Email", ...rest }: Omit<Input, "label" | "type"> & { label?: string }) {
  return <TextInput label={label} type="email" autoComplete="username" inputMode="email" {...rest} />
}

/** A ZIP code of five or nine digits, pasted blanks allowed; a number pad on phones. */
export function ZipInput(props: Input) {
  return <TextInput inputMode="numeric" autoComplete="postal-code" {...props} />
}

type Area = FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id" | "name">

export function TextArea({ field, label, hint, optional, className, ...rest }: Area) {
  return (
    <Field field={field} label={label} hint={hint} optional={optional} className={className}>
      <textarea
        key={field.key}
        className="input"
        defaultValue={field.defaultValue}
        {...controlProps(field, hint)}
        {...rest}
      />
    </Field>
  )
}

type Options = readonly (string | { value: string; label: string })[]
type SelectProps = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "id" | "name"> & {
    options: Options
    /** The text of the empty first option, like 'What state?'. */
    placeholder?: string
  }

export function Select({
  field,
  label,
  hint,
  optional,
  className,
  options,
  placeholder,
  ...rest
}: SelectProps) {
  return (
    <Field field={field} label={label} hint={hint} optional={optional} className={className}>
      <select
        key={field.key}
        className="input"
        defaultValue={field.defaultValue ?? ""}
        {...controlProps(field, hint)}
        {...rest}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) =>
          typeof option === "string" ? (
            // The option's text is its value.
            <option key={option}>{option}</option>
          ) : (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ),
        )}
      </select>
    </Field>
  )
}

type QuantityProps = Omit<SelectProps, "options"> & {
  max: number
  /** 0 on the form for an existing product, which may be sold out. */
  min?: number
}

export function QuantitySelect({ max, min = 1, ...rest }: QuantityProps) {
  const options = Array.from({ length: max - min + 1 }, (_, index) => String(index + min))
  return <Select options={options} {...rest} />
}

type CheckboxProps = Omit<FieldProps, "label" | "optional"> & { label: ReactNode; value?: string }

export function Checkbox({ field, label, hint, className = "", value = "on" }: CheckboxProps) {
  return (
    <div className={`field ${className}`}>
      <label className="check">
        <input
          key={field.key}
          type="checkbox"
          value={value}
          defaultChecked={field.defaultChecked ?? field.defaultValue === value}
          {...controlProps(field, hint)}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p className="hint" id={`${field.id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError field={field} />
    </div>
  )
}

/** A password with a show/hide button; without JavaScript it stays hidden. */
export function PasswordInput({ field, label, hint, optional, className, ...rest }: Input) {
  const [shown, setShown] = useState(false)
  const isHydrated = useHydrated()
  return (
    <Field field={field} label={label} hint={hint} optional={optional} className={className}>
      <div className="with-button" {...needsJs}>
        <input
          key={field.key}
          className="input"
          type={shown ? "text" : "password"}
          autoCapitalize="none"
          spellCheck={false}
          {...controlProps(field, hint)}
          {...rest}
        />
        <button
          type="button"
          aria-pressed={shown}
          // Before hydration a press would do nothing.
          disabled={!isHydrated}
          onClick={() => setShown(!shown)}
          className="js-only"
        >
          <span>{shown ? "Hide" : "Show"}</span>
          <span className="sr-only">{` ${label.toLowerCase()}`}</span>
        </button>
      </div>
    </Field>
  )
}

/** A phone number of at most ten digits, with dashes after the third and the sixth, formatted while typing. */
export function PhoneInput({ onInput, ...rest }: Input) {
  return (
    <TextInput
      type="tel"
      autoComplete="tel-national"
      inputMode="tel"
      onInput={(event) => {
        const input = event.currentTarget
        const formatted = formatPhone(input.value)
        // While the caret is in the middle of the text, formatting would move it, so it waits.
        if (formatted !== input.value && input.selectionStart === input.value.length) input.value = formatted
        onInput?.(event)
      }}
      {...rest}
    />
  )
}
