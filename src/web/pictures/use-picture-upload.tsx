import { type ReactNode, useCallback, useRef } from "react";
import type { SavedPicture } from "../../contract/pictures.ts";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { Banner } from "../components/banner.tsx";

/** Uploads a chosen file for an organization. `shown`, a hidden input and the last problem, belongs into the page. */
export function usePictureUpload(organizationId: number | undefined, onSaved: (saved: SavedPicture) => void) {
  const { run, isBusy, problem } = useAction((reason) => reason);
  const input = useRef<HTMLInputElement>(null);
  const send = (file: File) =>
    run(async () => {
      if (organizationId === undefined) return;
      onSaved(await call("createPicture", { params: { id: organizationId }, body: {}, files: { file } }));
    });
  const shown: ReactNode = (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void send(file);
          currentTarget.value = "";
        }}
      />
      {problem === undefined ? null : <Banner tone="danger">{problem}</Banner>}
    </>
  );
  return { shown, isBusy, choose: useCallback(() => input.current?.click(), []) };
}
