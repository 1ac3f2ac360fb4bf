import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import type { QuestFormInput } from "../../src/contract/quests.ts";
import { makePdf } from "../../test/make-pdf.ts";
import { createList, createQuest, joinQuest } from "../protocol-quests.ts";
import { inEachEngine, listArrived, test } from "./harness.ts";
import type { Person } from "./person.ts";

/**
 * Every kind of question that volunteers answer, by gestures of a person. Days and times are those of the buttons: keys struck
 * into such a field leave it empty in both drivers. WebKitGTK isn't given a microphone: the recording is left out there.
 */

const clearing = { latitude: 38.51834, longitude: -78.43701 };
const tapMap = "Map to tap points on";
/** Of the map that opens where the phone is. */
const degreesPerPixel = 360 / (256 * 2 ** 17);

const listLength = 5_000;
const birds = [
  "taxonID,scientificName,taxonRank,vernacularName",
  ...Array.from({ length: listLength }, (_, index) => `x:${index},Genus epithet${index},species,Bird ${index}`),
].join("\n");

const options = (...labels: string[]) => labels.map((label) => ({ value: label.toLowerCase(), label }));

const everyKind = (list: number): NonNullable<QuestFormInput["protocol"]> => ({
  fields: [
    { key: "nest", kind: "point", label: "Where is the nest?" },
    { key: "shore", kind: "line", label: "Shore that you watched" },
    { key: "colony", kind: "area", label: "Colony" },
    { key: "warmth", kind: "number", label: "Water temperature", unit: "Cel" },
    { key: "adults", kind: "integer", label: "Adult birds", min: 0 },
    { key: "bank", kind: "choice", label: "Which bank is it?", options: options("Steep", "Flat", "Reed") },
    { key: "bed", kind: "choices", label: "What is the bed?", options: options("Rock", "Gravel", "Sand", "Mud") },
    { key: "noise", kind: "rank", label: "What is loudest?", options: options("Road", "Wind", "People") },
    { key: "fish", kind: "yes_no", label: "Did you see fish?" },
    { key: "remark", kind: "text", label: "What did they do?", shown_when: { field: "fish", op: "=", value: true } },
    { key: "box", kind: "barcode", label: "Code of the nest box" },
    { key: "day", kind: "date", label: "Day of the sample" },
    { key: "time", kind: "time", label: "Time of the sample" },
    { key: "arrived", kind: "datetime", label: "When did you arrive?" },
    { key: "bird", kind: "choice", label: "Which bird is it?", list: { id: list } },
    { key: "egg", kind: "photo", label: "An egg from above" },
    { key: "calls", kind: "audio", label: "Calls of the colony" },
    { key: "permit", kind: "file", label: "Permit of the reserve" },
    {
      key: "nests",
      kind: "group",
      label: "Nest",
      repeat: { max: 20 },
      fields: [
        { key: "made_of", kind: "text", label: "What is it made of?" },
        { key: "eggs", kind: "integer", label: "Eggs", min: 0 },
      ],
    },
  ],
  photo: { required: true },
});

/** Taps on a question's map: pixels to the right of its middle, and below it. */
type Taps = readonly (readonly [right: number, down: number])[];
const shore: Taps = [
  [-80, -40],
  [80, 40],
];
const colony: Taps = [
  [-60, 50],
  [0, -50],
  [60, 50],
];

async function draw(person: Person, question: string, taps: Taps): Promise<void> {
  await person.presses("Tap on a map", question);
  for (const [index, [right, down]] of taps.entries()) {
    await person.taps(tapMap, right, down);
    const size = index === 0 ? "1 point" : `${index + 1} points`;
    await person.until(`the map has ${size}`, () =>
      person.tab.run<boolean>(`(size) => document.querySelector("dialog[open]").innerText.includes(size)`, size),
    );
  }
  await person.presses("Done");
}

/** Where the finger was, to within a few pixels. */
const positionsOf = (taps: Taps) =>
  taps.map(([right, down]) => [
    expect.closeTo(clearing.longitude + right * degreesPerPixel, 4),
    expect.closeTo(clearing.latitude - down * degreesPerPixel * Math.cos((clearing.latitude * Math.PI) / 180), 4),
  ]);

/** Presses a question's button for this moment. @returns what its field has then */
async function takesNow(person: Person, button: string, question: string, label: string): Promise<string> {
  await person.presses(button, question);
  let moment = "";
  await person.until(`${label} is answered`, async () => {
    moment = (await person.valueOf(label)) ?? "";
    return moment !== "";
  });
  return moment;
}

async function record(person: Person): Promise<void> {
  await person.presses("Record");
  await person.until("a second is recorded", () =>
    person.tab.run<boolean>(`() => /^0:0[1-9]/.test(document.querySelector("[role=timer]")?.textContent)`, null),
  );
  await person.pressesOneLike("Stop");
  await person.sees("Record again");
}

inEachEngine(() => {
  test("a form with every kind of question, answered and saved without a line, arrives as it was answered after the browser was killed", async ({
    device,
    cairn,
    request,
  }, info) => {
    const name = `Every kind ${device.name} ${Date.now()}`;
    const { id: list } = await createList(request, `${name}.csv`, birds);
    const { id } = await createQuest(request, { name, protocol: everyKind(list) });
    await joinQuest(request, "bob", id);
    const records = device.name === "Firefox";
    const permit = { path: info.outputPath("permit.pdf"), bytes: makePdf() };
    await writeFile(permit.path, permit.bytes);
    const photo = await device.takePhoto("colony");
    const egg = await device.takePhoto("egg");

    const person = await device.open({ hasMicrophone: records });
    await device.openAs("bob", `/quests/${id}/data`);
    await person.untilKept();
    await person.until("the list is on the phone", () =>
      person.tab.run<boolean>(
        `() => document.querySelector("[role=combobox]")?.placeholder.startsWith("Search 5")`,
        null,
      ),
    );
    cairn.line.cut();

    await person.takes("file", photo.path);
    await person.sees("± 7 m good");
    await person.presses("Use my position", "nest");
    await person.sees("Use my position again");
    await draw(person, "shore", shore);
    await draw(person, "colony", colony);
    await person.types("Water temperature", "12.5");
    await person.presses("One more", "adults");
    await person.presses("One more", "adults");
    await person.chooses("Flat", "bank");
    await person.chooses("Gravel", "bed");
    await person.chooses("Mud", "bed");
    await person.presses("Add “Wind” at place 1");
    await person.presses("Add “Road” at place 2");
    await person.chooses("Yes", "fish");
    await person.types("What did they do?", "They stood in the shade.");
    await person.types("Code of the nest box", "LV 20-417");
    const day = await takesNow(person, "Today", "day", "Day of the sample");
    const time = await takesNow(person, "Now", "time", "Time of the sample");
    const arrived = await takesNow(person, "Now", "arrived", "When did you arrive?");
    await person.searches("Which bird is it?", "epithet4321", "Bird 4321");
    await person.takes("photo:egg", egg.path);
    if (records) await record(person);
    await person.takes("file:permit", permit.path);
    await person.until("the permit is chosen", () =>
      person.tab.run<boolean>(`() => document.querySelector('[aria-label="Remove permit.pdf"]') !== null`, null),
    );
    await person.presses("Add Nest");
    await person.types("What is it made of?", "Reed");
    await person.types("Eggs", "3");
    await person.presses("Add another");
    await person.types("What is it made of?", "Grass");
    await person.types("Eggs", "1");
    await person.pressesOneLike("Done:");

    await person.presses("Add Data Point");
    await person.sees("Saved on this phone");
    await device.kill();
    cairn.line.mend();
    await device.open();
    // From here on nobody touches it.
    await device.person.goTo("/");
    const arrivedPoints = () => listArrived(cairn, "bob", id);
    await expect.poll(async () => (await arrivedPoints()).length, { timeout: 60_000 }).toBe(1);

    const [point] = await arrivedPoints();
    const [shoreTapped, colonyTapped] = [positionsOf(shore), positionsOf(colony)];
    const accuraciesOf = (taps: Taps) => taps.map(() => expect.any(Number));
    expect(point?.additional_data).toEqual({
      nest: {
        type: "Point",
        coordinates: [clearing.longitude, clearing.latitude],
        accuracies: [7],
        method: "located",
      },
      shore: { type: "LineString", coordinates: shoreTapped, accuracies: accuraciesOf(shore), method: "tapped" },
      colony: {
        type: "Polygon",
        coordinates: [[...colonyTapped, colonyTapped[0]]],
        accuracies: accuraciesOf(colony),
        method: "tapped",
      },
      warmth: 12.5,
      adults: 2,
      bank: "flat",
      bed: ["gravel", "mud"],
      noise: ["wind", "road", "people"],
      fish: true,
      remark: "They stood in the shade.",
      box: "LV 20-417",
      day,
      time,
      arrived: `${arrived}+00:00`,
      bird: "x:4321",
      list_items: { bird: { "x:4321": expect.objectContaining({ label: "Bird 4321" }) } },
      nests: [
        { made_of: "Reed", eggs: 3 },
        { made_of: "Grass", eggs: 1 },
      ],
    });
    expect(point?.photos.map(({ key, sha256 }) => ({ key, sha256 }))).toEqual([
      { key: "file", sha256: photo.sha256 },
      { key: "egg", sha256: egg.sha256 },
    ]);
    const sha256 = createHash("sha256").update(permit.bytes).digest("hex");
    expect(point?.files).toMatchObject([
      ...(records ? [{ key: "calls", kind: "audio", media_type: expect.stringMatching(/^audio\/(webm|ogg)$/) }] : []),
      { key: "permit", kind: "file", sha256 },
    ]);
  });
});
