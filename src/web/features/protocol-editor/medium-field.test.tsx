import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { MediumKind } from "../../../protocol/media.ts";
import { connectSession } from "../../foundation/api/session.ts";
import { EditorContext, type EditorContextValue } from "./editor-context.ts";
import { MediumField } from "./medium-field.tsx";
import type { MediaDraft } from "./protocol-draft.ts";

const fetched = vi.fn<typeof fetch>();
let latest: MediaDraft;

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
  connectSession({
    getAccessToken: async () => undefined,
    renewAccessToken: async () => undefined,
    getAccount: () => "admin",
  });
});

function Form({ kind = "picture" }: { kind?: MediumKind }) {
  const [media, setMedia] = useState<MediaDraft>({});
  latest = media;
  const editor = { languages: ["en"], problems: new Map(), organizationId: 7 } as Partial<EditorContextValue>;
  return (
    <EditorContext value={editor as EditorContextValue}>
      <MediumField kind={kind} of={media} place="draft-1" onChange={setMedia} />
    </EditorContext>
  );
}
const saved = (id: string) => ({ id: `0190a1b2-7c3d-4e5f-8a6b-00000000000${id}`, width: 640, height: 480 });
const choose = (container: HTMLElement) =>
  fireEvent.change(container.querySelector("input[type=file]") as HTMLInputElement, {
    target: { files: [new File(["leaf"], "leaf.jpg", { type: "image/jpeg" })] },
  });

it("a picture is uploaded for the quest's organization, described, replaced and removed", async () => {
  fetched.mockResolvedValueOnce(Response.json(saved("1"), { status: 201 }));
  const { container } = render(<Form />);
  choose(container);
  const alt = await screen.findByLabelText(/What the picture shows/);
  expect(String(fetched.mock.calls[0]?.[0])).toContain("/organizations/7/pictures");
  fireEvent.change(alt, { target: { value: "A lobed leaf" } });
  fetched.mockResolvedValueOnce(Response.json(saved("2"), { status: 201 }));
  choose(container);
  await vi.waitFor(() => expect(latest.picture?.id).toBe(saved("2").id));
  expect(latest.picture).toEqual({ ...saved("2"), alt: { texts: { en: "A lobed leaf" }, isPlain: true } });
  fireEvent.click(screen.getByRole("button", { name: "Remove picture" }));
  expect(latest.picture).toBeUndefined();
});

it("a refused picture is told, and the one before stays", async () => {
  const detail = "Unsupported file. Use JPEG, PNG, WebP or HEIC.";
  fetched.mockResolvedValueOnce(Response.json({ code: "photo_unsupported", detail }, { status: 415 }));
  const { container } = render(<Form />);
  choose(container);
  expect(await screen.findByText(detail)).toBeDefined();
  expect(latest.picture).toBeUndefined();
});

it("a sound is uploaded, played and described; its words are shown beside it", async () => {
  const sound = { id: saved("3").id, format: "mp3", seconds: 7.4 };
  fetched.mockResolvedValueOnce(Response.json(sound, { status: 201 }));
  const { container } = render(<Form kind="sound" />);
  const input = container.querySelector('input[accept^="audio/*"]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(["song"], "song.mp3", { type: "audio/mpeg" })] } });
  fireEvent.change(await screen.findByLabelText(/What the sound plays/), { target: { value: "A tern's call" } });
  expect(String(fetched.mock.calls[0]?.[0])).toContain("/organizations/7/sounds");
  expect(screen.getByRole("button", { name: "Play: A tern's call" })).toBeDefined();
  expect(latest.sound).toEqual({ ...sound, alt: { texts: { en: "A tern's call" }, isPlain: true } });
  fireEvent.click(screen.getByRole("button", { name: "Remove sound" }));
  expect(latest.sound).toBeUndefined();
});
