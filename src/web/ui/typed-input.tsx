import { type InputHTMLAttributes, useEffect, useRef, useState } from "react";
import { NumberInput } from "./number-input.tsx";

const pauseMs = 400;

/** An input that reports its text after a pause in typing. `replace`: all but the first report until it loses the focus. */
export function TypedInput({
  value,
  onChange,
  isNumber = false,
  ...input
}: {
  value: string;
  isNumber?: boolean;
  onChange: (value: string, options: { replace: boolean }) => void;
} & Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange">) {
  const [draft, setDraft] = useState<string>();
  const hasReported = useRef(false);
  const report = (text: string) => {
    if (text === value) return;
    onChange(text, { replace: hasReported.current });
    hasReported.current = true;
  };
  const latest = useRef(report);
  useEffect(() => {
    latest.current = report;
  });
  useEffect(() => {
    if (draft === undefined) return;
    const timer = setTimeout(() => latest.current(draft), pauseMs);
    return () => clearTimeout(timer);
  }, [draft]);
  const Input = isNumber ? NumberInput : "input";
  return (
    <Input
      {...input}
      value={draft ?? value}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && draft !== undefined) report(draft);
      }}
      onBlur={() => {
        if (draft !== undefined) report(draft);
        hasReported.current = false;
        setDraft(undefined);
      }}
    />
  );
}
