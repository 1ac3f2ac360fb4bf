import type { ButtonHTMLAttributes, ComponentProps, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import styles from "./button.module.css";
import { classNames } from "./class-names.ts";
import { Spinner } from "./spinner.tsx";

/** `next`: the next step of a screen (ochre). `primary`: forest. `quiet`: outlined. `plain`: text only. */
export type ButtonTone = "next" | "primary" | "quiet" | "plain" | "danger";

type Look = { tone?: ButtonTone; wide?: boolean; small?: boolean; icon?: ReactNode };

const lookOf = ({ tone = "quiet", wide, small }: Look, className?: string) =>
  classNames("center gap-8 strong", styles.button, styles[tone], wide && "wide", small && styles.small, className);

export type ButtonProps = ComponentProps<"button"> & Look & { busy?: boolean };

/** A button. While `busy`, it shows a spinner and is disabled. */
export function Button({ tone, wide, small, icon, busy = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={lookOf({ ...(tone && { tone }), ...(wide && { wide }), ...(small && { small }) }, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ tone, wide, small, icon, className, children, ...rest }: LinkProps & Look) {
  return (
    <Link
      {...rest}
      className={lookOf(
        { ...(tone && { tone }), ...(wide && { wide }), ...(small && { small }) },
        typeof className === "string" ? className : undefined,
      )}
    >
      {icon}
      {children}
    </Link>
  );
}

/** A button that is only an icon; `label` is its name. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { label: string }) {
  return (
    <button type="button" {...rest} aria-label={label} title={label} className={classNames(styles.icon, className)}>
      {children}
    </button>
  );
}
