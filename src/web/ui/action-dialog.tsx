import { type FormEvent, type KeyboardEventHandler, type ReactNode, type Ref, useId } from "react";
import { Banner } from "./banner.tsx";
import { Button, type ButtonTone } from "./button.tsx";
import { Dialog, type DialogProps } from "./dialog.tsx";

export type ActionDialogProps = Omit<DialogProps, "footer" | "open"> & {
  open?: boolean;
  /** Words of the button that acts. Without them, only the way back is left. */
  act: ReactNode;
  onAct: () => unknown;
  tone?: ButtonTone;
  icon?: ReactNode;
  /** Words of the button that closes the dialog. */
  back: ReactNode;
  /** What the button back does if it does not only close the dialog. */
  onBack?: () => void;
  /** Whether the way back is the next step: then it comes last. */
  suggestsBack?: boolean;
  /** Runs the action: busy meanwhile, and says why it failed. Who does otherwise passes `isBusy` and `problem`. */
  action?: { isBusy: boolean; problem: ReactNode; run: (work: () => Promise<unknown>) => Promise<void> };
  isBusy?: boolean;
  /** Whether the action is not possible yet. */
  isBlocked?: boolean;
  /** Why the action failed. */
  problem?: ReactNode;
  /** Takes the problem away; without it, the next try does. */
  onDismiss?: () => void;
  /** Enter in a field acts. `true`, or what the form needs beside that. */
  form?: boolean | { ref?: Ref<HTMLFormElement>; onKeyDown?: KeyboardEventHandler<HTMLFormElement> };
};

/** A dialog with one action and a way back. It says why the action failed. */
export function ActionDialog({
  open = true,
  act,
  onAct,
  tone = "primary",
  icon,
  back,
  onBack,
  suggestsBack = false,
  action,
  isBusy = action?.isBusy ?? false,
  isBlocked = false,
  problem = action?.problem,
  onDismiss,
  form = false,
  children,
  ...dialog
}: ActionDialogProps) {
  const formId = useId();
  const run = () => void (action ? action.run(async () => onAct()) : onAct());
  const actButton = act ? (
    <Button
      tone={tone}
      icon={icon}
      busy={isBusy}
      disabled={isBlocked}
      {...(form ? { type: "submit", form: formId } : { onClick: run })}
    >
      {act}
    </Button>
  ) : null;
  const body = (
    <>
      {problem ? (
        <div ref={scrollIntoView}>
          <Banner tone="danger" {...(onDismiss && { onClose: onDismiss })}>
            {problem}
          </Banner>
        </div>
      ) : null}
      {children}
    </>
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isBusy && !isBlocked) run();
  }
  return (
    <Dialog
      {...dialog}
      open={open}
      footer={
        <>
          {suggestsBack ? actButton : null}
          <Button tone={suggestsBack ? "next" : "quiet"} onClick={onBack ?? dialog.onClose} disabled={isBusy}>
            {back}
          </Button>
          {suggestsBack ? null : actButton}
        </>
      }
    >
      {form ? (
        <form {...(form === true ? {} : form)} id={formId} className="stack gap-16" noValidate onSubmit={submit}>
          {body}
        </form>
      ) : (
        body
      )}
    </Dialog>
  );
}

/** A long dialog may be scrolled to its end, where the button is. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: "nearest" });
