import { type ReactNode, useCallback, useRef } from "react";
import type { SavedPicture } from "../../contract/pictures.ts";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";

/** Uploads a chosen file for an organization. The hidden `input` belongs into the page. */
export function usePictureUpload(organizationId: number | undefined, onSaved: (saved: SavedPicture) => void) {
  const { run, isBusy, problem } = useAction((reason) => reason);
  const inputRef = useRef<HTMLInputElement>(null);
  const send = (file: File) =>
    run(async () => {
      if (organizationId === undefined) return;
      onSaved(await call("createPicture", { params: { id: organizationId }, body: {}, files: { file } }));
    });
  const input: ReactNode = (
    <input
      ref={inputRef}
      type="file"
      accept="image/*"
      hidden
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        if (file) void send(file);
        currentTarget.value = "";
      }}
    />
  );
  return { input, problem, isBusy, choose: useCallback(() => inputRef.current?.click(), []) };
}
