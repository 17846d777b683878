import type { ButtonHTMLAttributes } from "react"
import type { LinkProps } from "react-router"
import { Link } from "./link.tsx"

type Look = {
  /**
   * `leaf` is the page's main action, `plain` any other, `danger` removes something, and `done` is a choice that can be
   * undone.
   */
  kind?: "leaf" | "plain" | "danger" | "done"
  small?: boolean
  wide?: boolean
}

const look = ({ kind = "leaf", small, wide }: Look, className = "") =>
  ["btn", kind !== "leaf" && `btn-${kind}`, small && "btn-small", wide && "btn-wide", className]
    .filter(Boolean)
    .join(" ")

export function Button({
  kind,
  small,
  wide,
  className,
  type = "submit",
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & Look) {
  return <button type={type} className={look({ kind, small, wide }, className)} {...rest} />
}

export function LinkButton({ kind, small, wide, className, ...rest }: LinkProps & Look) {
  return <Link className={look({ kind, small, wide }, className)} {...rest} />
}
