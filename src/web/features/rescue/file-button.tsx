import Upload from "lucide-react/icons/upload";
import { useRef } from "react";
import { Button } from "../../ui/button.tsx";

/** A button to choose a zip file. */
export function FileButton({
  label,
  busy,
  onChoose,
}: {
  label: string;
  busy: boolean;
  onChoose: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={<Upload aria-hidden="true" />} busy={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Allows choosing the same file again.
          target.value = "";
          if (file) onChoose(file);
        }}
      />
    </>
  );
}
