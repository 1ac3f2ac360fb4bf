import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { makeOrganization, makeQuest, questPayload } from "../../../test/factories.ts";
import { makeMp3, makeOgg } from "../../../test/make-audio.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { packetsOf, recordingWith, timesIn } from "../../../test/recordings.ts";
import { photoBytesMax, soundBytesMax } from "../../contract/limits.ts";
import type { QuestFormInput } from "../../contract/quests.ts";
import type { AudioFormat } from "../database/column-types.ts";
import { sweepOrphans } from "../photos/delete-photos.ts";
import { storeBytes } from "../photos/store/photo-store.ts";
import { photoKinds } from "../processes/photo-kinds.ts";

const api = usingApi();
let organizationId: number;

beforeAll(async () => {
  organizationId = await makeOrganization(api);
});

function send(bytes: Uint8Array, { as = "admin", organization = organizationId, to = "pictures" } = {}) {
  const form = new FormData();
  form.append("file", new Blob([Uint8Array.from(bytes)]), "leaf.jpg");
  return api.call("POST", `/organizations/${organization}/${to}`, { as, form });
}
const told = { words: "+47.1234+008.5678/Ada Wildes", at: new Date("2026-05-06T07:08:09Z") };
const photo = (uniqueSeed: string, size = { width: 400, height: 300 }) =>
  makePhoto({ uniqueSeed, ...size, gps: { latitude: 38.6, longitude: -78.5, accuracyMeters: 6 } });

async function fetchPicture(id: string) {
  const response = await fetch(`${api.origin}/api/pictures/${id}`);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}
const sweep = () =>
  sweepOrphans({
    store: api.services.photoStore,
    kinds: photoKinds(api.database.db),
    databaseMadeAt: new Date(0),
    logger: api.services.logger,
    nowMs: Date.now() + 25 * 60 * 60 * 1000,
  });
const storedKeys = async () => {
  const keys: string[] = [];
  for await (const { key } of api.services.photoStore.list("")) keys.push(key);
  return keys.sort();
};

type Picture = { id: string; alt: unknown };
const protocolOf = (ofField: Picture, ofOption: Picture, inGroup: Picture = ofField) =>
  ({
    photo: { required: false },
    fields: [
      { key: "shape", kind: "choice", label: "Shape", picture: ofField, options: [option("round", ofOption)] },
      {
        key: "leaves",
        kind: "group",
        label: "Leaves",
        repeat: {},
        fields: [{ key: "edge", kind: "text", label: "Edge", picture: inGroup }],
      },
    ],
  }) as unknown as QuestFormInput["protocol"];
const option = (value: string, picture: Picture) => ({ value, label: value, picture });
const createQuest = (protocol: QuestFormInput["protocol"]) =>
  api.call("POST", "/quests", { as: "admin", json: questPayload(organizationId, { protocol }) });
const faultsOf = ({ status, body }: Awaited<ReturnType<typeof createQuest>>) => [
  status,
  ...(body.info ?? []).map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`),
];

describe("a picture of a question or option", () => {
  it("is uploaded by an admin, and everybody gets it small, upright and without metadata", async () => {
    const bytes = await makePhoto({
      uniqueSeed: "oak",
      width: 2000,
      height: 1500,
      orientation: 6,
      gps: { latitude: 38.6, longitude: -78.5, accuracyMeters: 6 },
    });
    const { status, body } = await send(bytes);
    expect([status, body]).toEqual([201, { id: expect.any(String), width: 960, height: 1280 }]);
    const picture = await fetchPicture(body.id);
    expect([picture.response.status, picture.response.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(picture.response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const { format, width, height, exif, orientation } = await sharp(picture.bytes).metadata();
    expect([format, width, height, exif, orientation]).toEqual(["webp", 960, 1280, undefined, undefined]);
    expect((await fetchPicture(randomUUID())).response.status).toBe(404);
  });

  it("stays small if it has many details", async () => {
    const noise = sharp({
      create: { width: 1280, height: 1280, channels: 3, background: "#888", noise: { type: "gaussian", sigma: 60 } },
    });
    const { body } = await send(await noise.jpeg({ quality: 95 }).toBuffer());
    expect((await fetchPicture(body.id)).bytes.length).toBeLessThan(700_000);
  });

  it("is refused if the bytes are no picture or too many, or the organization is unknown; nothing is kept", async () => {
    const before = await storedKeys();
    const text = await send(Buffer.from("#!/bin/sh\necho not a picture\n".repeat(9)));
    expect([text.status, text.body.code]).toEqual([415, "photo_unsupported"]);
    const large = Buffer.concat([await photo("large"), Buffer.alloc(photoBytesMax)]);
    const tooLarge = await send(large);
    expect([tooLarge.status, tooLarge.body.code]).toEqual([413, "photo_too_large"]);
    const none = await api.call("POST", `/organizations/${organizationId}/pictures`, {
      as: "admin",
      form: new FormData(),
    });
    expect([none.status, none.body.code]).toEqual([422, "photo_required"]);
    expect((await send(await photo("bark"), { as: "alice" })).status).toBe(403);
    expect((await send(await photo("bark"), { as: "visitor" })).status).toBe(401);
    expect(await storedKeys()).toEqual(before);
    const nowhere = await send(await photo("fog"), { organization: 999_999 });
    expect([nowhere.status, nowhere.body.code]).toEqual([404, "organization_not_found"]);
  });

  it("is in a protocol with its size, also in groups and options", async () => {
    const { id } = (await send(await photo("shape"))).body;
    const { body, status } = await createQuest(
      protocolOf({ id, alt: "A leaf" }, { id, alt: { en: "Round", de: "Rund" } }),
    );
    expect(status).toBe(201);
    const [shape, leaves] = body.protocol.fields;
    const size = { width: 400, height: 300 };
    expect(shape.picture).toEqual({ id, alt: "A leaf", ...size });
    expect(shape.options[0].picture).toEqual({ id, alt: { en: "Round", de: "Rund" }, ...size });
    expect(leaves.fields[0].picture).toEqual({ id, alt: "A leaf", ...size });
  });

  it("has words for those who don't see it, and is the organization's own", async () => {
    const own = { id: (await send(await photo("own"))).body.id, alt: "A leaf" };
    const strange = await send(await photo("strange"), { organization: await makeOrganization(api, "Another") });
    const others = { ...own, id: strange.body.id };
    const unknown = "This organization has no such picture. Upload it again";
    expect(faultsOf(await createQuest(protocolOf(own, others, { ...own, id: randomUUID() })))).toEqual([
      422,
      `protocol.fields.0.options.0.picture.id: ${unknown}`,
      `protocol.fields.1.fields.0.picture.id: ${unknown}`,
    ]);
    expect(faultsOf(await createQuest(protocolOf({ ...own, alt: " " }, own)))[1]).toMatch(
      /^protocol\.fields\.0\.picture\.alt: /,
    );
    const quest = await makeQuest(api, organizationId);
    const json = questPayload(organizationId, { protocol: protocolOf(own, others), locations: quest.locations });
    expect((await api.call("PUT", `/quests/${quest.id}`, { as: "admin", json })).status).toBe(422);
  });

  it("is one of at most 200 in a form", async () => {
    const { id } = (await send(await photo("many"))).body;
    const options = Array.from({ length: 201 }, (_each, index) => option(`v${index}`, { id, alt: "A leaf" }));
    const fields = [{ key: "shape", kind: "choice", label: "Shape", options }];
    const protocol = { photo: { required: false }, fields } as unknown as QuestFormInput["protocol"];
    expect(faultsOf(await createQuest(protocol))).toEqual([
      422,
      "protocol.fields.0.options.200.picture: A form can have at most 200 pictures",
    ]);
  });

  it("is swept only if it has no row", async () => {
    const { id } = (await send(await photo("kept"))).body;
    const { photoStore } = api.services;
    const lost = `pictures/${randomUUID()}.webp`;
    await storeBytes(photoStore, lost, Buffer.from("x"));
    await sweep();
    const keys = await storedKeys();
    expect([keys.includes(`pictures/${id}.webp`), keys.includes(lost)]).toEqual([true, false]);
  });
});

describe("a sound of a question or option", () => {
  const sendSound = (bytes: Uint8Array, options: Parameters<typeof send>[1] = {}) =>
    send(bytes, { to: "sounds", ...options });
  const soundIn = (sound: object) =>
    ({
      photo: { required: false },
      fields: [
        {
          key: "bird",
          kind: "choice",
          label: "Which bird?",
          sound,
          options: [{ value: "tern", label: "Tern", sound }],
        },
      ],
    }) as unknown as QuestFormInput["protocol"];

  it.each<[AudioFormat, string]>([
    ["mp3", "audio/mpeg"],
    ["ogg", "audio/ogg"],
    ["webm", "audio/webm"],
    ["mp4", "audio/mp4"],
  ])(
    "[CALL-47] is heard as a copy that says nothing of where, when and by whom it was made: %s",
    async (format, type) => {
      const original = recordingWith(format, told);
      const { status, body } = await sendSound(original);
      expect([status, body]).toEqual([201, { id: expect.any(String), format, seconds: expect.closeTo(1, 0) }]);
      const listen = async () => {
        const answer = await fetch(`${api.origin}/api/sounds/${body.id.toUpperCase()}`);
        const { headers } = answer;
        expect([answer.status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
          ...[200, type, "public, max-age=31536000, immutable"],
        ]);
        return Buffer.from(await answer.arrayBuffer());
      };
      const heard = await listen();
      for (const secret of [told.words.slice(0, 8), "Ada Wild", ...timesIn(told.at)]) {
        expect(heard.includes(secret)).toBe(false);
      }
      expect(packetsOf(format, heard)).toEqual(packetsOf(format, original));
      // Copies are missing after a restore, and of sounds that were uploaded before there were copies.
      await api.services.photoStore.delete(`copies/${body.id}`);
      expect(await listen()).toEqual(heard);
    },
  );

  it("of which no copy can be made is refused, and an older one isn't heard", async () => {
    const before = await storedKeys();
    // Its structure is that of a sound, but nothing says how to play it.
    const { status, body } = await sendSound(makeOgg());
    expect([status, body.code]).toEqual([422, "audio_unreadable"]);
    expect(await storedKeys()).toEqual(before);
    const { id } = (await sendSound(recordingWith("ogg", told))).body;
    await api.services.photoStore.delete(`copies/${id}`);
    await storeBytes(api.services.photoStore, `sounds/${id}`, makeOgg());
    expect((await fetch(`${api.origin}/api/sounds/${id}`)).status).toBe(404);
  });

  it("is refused if the bytes are no sound, cut off, too long or too many; nothing is kept", async () => {
    const before = await storedKeys();
    const answers = [
      await sendSound(Buffer.from("#!/bin/sh\necho not a sound\n")),
      await sendSound(await photo("no sound")),
      await sendSound(makeMp3().subarray(0, -200)),
      await sendSound(makeOgg({ seconds: 360 })),
      await sendSound(Buffer.concat([makeMp3(), Buffer.alloc(soundBytesMax)])),
      await api.call("POST", `/organizations/${organizationId}/sounds`, { as: "admin", form: new FormData() }),
      await sendSound(makeMp3(), { as: "alice" }),
      await sendSound(makeMp3(), { as: "visitor" }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [415, "audio_unsupported"],
      [415, "audio_unsupported"],
      [422, "audio_unreadable"],
      [422, "audio_too_long"],
      [413, "file_too_large"],
      [422, "audio_required"],
      [403, "forbidden"],
      [401, "unauthenticated"],
    ]);
    expect(await storedKeys()).toEqual(before);
    const nowhere = await sendSound(makeMp3(), { organization: 999_999 });
    expect([nowhere.status, nowhere.body.code]).toEqual([404, "organization_not_found"]);
    expect((await fetch(`${api.origin}/api/sounds/${randomUUID()}`)).status).toBe(404);
  });

  it("is in a protocol with its format and length, has words, and is the organization's own", async () => {
    const { id } = (await sendSound(recordingWith("ogg", told))).body;
    const { body, status } = await createQuest(soundIn({ id, alt: "A tern's call" }));
    expect(status).toBe(201);
    const [bird] = body.protocol.fields;
    const pinned = { id, alt: "A tern's call", format: "ogg", seconds: expect.closeTo(1, 0) };
    expect([bird.sound, bird.options[0].sound]).toEqual([pinned, pinned]);
    expect(faultsOf(await createQuest(soundIn({ id, alt: " " })))[1]).toMatch(/^protocol\.fields\.0\.sound\.alt: /);
    const others = await sendSound(recordingWith("ogg", told), {
      organization: await makeOrganization(api, "A third"),
    });
    const unknown = "This organization has no such sound. Upload it again";
    expect(faultsOf(await createQuest(soundIn({ id: others.body.id, alt: "A call" })))).toEqual([
      422,
      `protocol.fields.0.sound.id: ${unknown}`,
      `protocol.fields.0.options.0.sound.id: ${unknown}`,
    ]);
  });

  it("is one of at most 50 in a form, and is swept only if it has no row", async () => {
    const { id } = (await sendSound(recordingWith("ogg", told))).body;
    const options = Array.from({ length: 51 }, (_each, index) => ({
      ...{ value: `v${index}`, label: `V${index}`, sound: { id, alt: "A call" } },
    }));
    const fields = [{ key: "bird", kind: "choice", label: "Bird", options }];
    const protocol = { photo: { required: false }, fields } as unknown as QuestFormInput["protocol"];
    expect(faultsOf(await createQuest(protocol))).toEqual([
      422,
      "protocol.fields.0.options.50.sound: A form can have at most 50 sounds",
    ]);
    const lost = [`sounds/${randomUUID()}`, `copies/${randomUUID()}`];
    for (const key of lost) await storeBytes(api.services.photoStore, key, Buffer.from("x"));
    // Known by its row, not by what lies beside it.
    const other = (await sendSound(recordingWith("ogg", told))).body.id;
    await api.services.photoStore.delete(`sounds/${other}`);
    await sweep();
    const keys = await storedKeys();
    const own = [`sounds/${id}`, `copies/${id}`, `copies/${other}`];
    expect([...own, ...lost].map((key) => keys.includes(key))).toEqual([true, true, true, false, false]);
  });
});
