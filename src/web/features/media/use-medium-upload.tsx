import { type ReactNode, useCallback, useRef } from "react";
import type { SavedPicture, SavedSound } from "../../../contract/pictures.ts";
import type { MediumKind } from "../../../protocol/media.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";

type Saved = { picture: SavedPicture; sound: SavedSound };
type Uploads = { [Kind in MediumKind]: { accept: string; send: (id: number, file: File) => Promise<Saved[Kind]> } };

const uploads: Uploads = {
  picture: {
    accept: "image/*",
    send: (id, file) => call("createPicture", { params: { id }, body: {}, files: { file } }),
  },
  sound: {
    // Browsers take WebM for video.
    accept: "audio/*,.webm",
    send: (id, file) => call("createSound", { params: { id }, body: {}, files: { file } }),
  },
};

/** Uploads a chosen file for an organization. The hidden `input` belongs into the page. */
export function useMediumUpload<Kind extends MediumKind>(
  kind: Kind,
  organizationId: number | undefined,
  onSaved: (saved: Saved[Kind]) => void,
) {
  const { run, isBusy, problem } = useAction((reason) => reason);
  const inputRef = useRef<HTMLInputElement>(null);
  const send = (file: File) =>
    run(async () => {
      if (organizationId !== undefined) onSaved(await uploads[kind].send(organizationId, file));
    });
  const input: ReactNode = (
    <input
      ref={inputRef}
      type="file"
      accept={uploads[kind].accept}
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
