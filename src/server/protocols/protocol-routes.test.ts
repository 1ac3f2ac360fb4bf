// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are what forms refer to answers with

import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { makeOrganization, makeQuest } from "../../../test/factories.ts";
import {
  type MadeSheets,
  makeWorkbook,
  packWorkbook,
  workbookForm,
  workbookParts,
} from "../../../test/make-workbook.ts";
import { protocolArbitrary } from "../../../test/protocol-arbitrary.ts";
import { findBrokenRules } from "../../../test/xlsform-rules.ts";
import type { QuestFormInput } from "../../contract/quests.ts";
import { formSheetNames } from "../../protocol/xlsform/read-form.ts";
import { unpackedBytesMax, workbookBytesMax } from "./form-file.ts";
import { readWorkbook } from "./read-workbook.ts";

const api = usingApi();
let organizationId: number;
beforeAll(async () => {
  organizationId = await makeOrganization(api);
});

const send = async (sheets: MadeSheets | Buffer, as = "admin", headers = {}) =>
  api.call("POST", "/protocols/xlsform", {
    as,
    headers,
    form: workbookForm(Buffer.isBuffer(sheets) ? sheets : await makeWorkbook(sheets)),
  });

async function download(questId: number, as = "visitor"): Promise<Buffer> {
  const token = as === "visitor" ? {} : { authorization: `Bearer ${await api.mintToken({ username: as })}` };
  const response = await fetch(`${api.origin}/api/quests/${questId}/protocol.xlsx`, { headers: token });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** A form as lake monitors write it for ODK: two languages, a group, a choice with "other", bounds, a photo. */
const lakeForm: MadeSheets = {
  survey: [
    [
      "type",
      "name",
      "label::English (en)",
      "label::Français (fr)",
      "hint::English (en)",
      "hint::Français (fr)",
      "required",
      "relevant",
      "constraint",
      "constraint_message",
      "appearance",
      "default",
    ],
    ["start", "start"],
    ["deviceid", "deviceid"],
    ["note", "welcome", "Wear a life vest.", "Portez un gilet."],
    ["geopoint", "position", "Where are you?", "Où êtes-vous ?"],
    ["begin_group", "water", "Water", "Eau"],
    [
      "decimal",
      "waterTemp",
      "Temperature of the water",
      "Température de l'eau",
      "At 30 cm.",
      "À 30 cm.",
      "yes",
      "",
      ". >= -2 and . <= 40",
      "Too hot",
    ],
    ["decimal", "secchi_depth", "Secchi depth", "Profondeur de Secchi", "", "", true, "", ". > 0"],
    ["select_one clarity or_other", "clarity", "Clarity", "Clarté", "", "", "", "", "", "", "minimal"],
    ["end_group"],
    ["select_multiple birds", "birds", "Birds that you see", "Oiseaux", "", "", "", "${clarity} = 'clear'"],
    ["integer", "coots", "Coots", "Foulques", "", "", "", "selected(${birds}, 'coot')", ". >= 1", "", "", 1],
    ["image", "shore", "Photo of the shore", "Photo de la rive", "", "", "TRUE"],
    ["calculate", "sum", "", "", "", "", "", "", ""],
    ["begin_repeat", "fish", "Fish", "Poissons"],
    ["text", "species", "Species", "Espèce", "", "", "", "", "regex(., '[A-Z][a-z]+ [a-z]+')"],
    ["end_repeat"],
    ["acknowledge", "sure", "I am sure", "Je suis sûr"],
  ],
  choices: [
    ["list_name", "name", "label::English (en)", "label::Français (fr)"],
    ["clarity", "clear", "Clear", "Claire"],
    ["clarity", "turbid", "Turbid", "Trouble"],
    ["birds", "coot", "Coot", "Foulque"],
    ["birds", "swan", "Swan", "Cygne"],
  ],
  settings: [
    ["form_title", "form_id", "version", "default_language"],
    ["Lakes", "lakes", 2026052201, "English (en)"],
  ],
  "notes to self": [["no value"]],
};

describe("importProtocol", () => {
  it("reads a form for ODK, and reports each difference with its cell", async () => {
    const { status, body } = await send(lakeForm);
    expect(status).toBe(200);
    expect(body.protocol).toEqual({
      fields: [
        { key: "welcome", kind: "note", label: { en: "Wear a life vest.", fr: "Portez un gilet." } },
        {
          key: "waterTemp",
          kind: "number",
          label: { en: "Temperature of the water", fr: "Température de l'eau" },
          hint: { en: "At 30 cm.", fr: "À 30 cm." },
          heading: { en: "Water", fr: "Eau" },
          required: true,
          min: -2,
          max: 40,
          constraint: { expression: ". >= -2 and . <= 40", message: { en: "Too hot" } },
        },
        {
          key: "secchi_depth",
          kind: "number",
          label: { en: "Secchi depth", fr: "Profondeur de Secchi" },
          required: true,
          min: 0,
          constraint: { expression: ". > 0" },
        },
        {
          key: "clarity",
          kind: "choice",
          label: { en: "Clarity", fr: "Clarté" },
          options: [
            { value: "clear", label: { en: "Clear", fr: "Claire" } },
            { value: "turbid", label: { en: "Turbid", fr: "Trouble" } },
            { value: "other", label: "Other" },
          ],
        },
        {
          key: "clarity_other",
          kind: "text",
          label: "Please specify",
          shown_when: { field: "clarity", op: "=", value: "other" },
        },
        {
          key: "birds",
          kind: "choices",
          label: { en: "Birds that you see", fr: "Oiseaux" },
          options: [
            { value: "coot", label: { en: "Coot", fr: "Foulque" } },
            { value: "swan", label: { en: "Swan", fr: "Cygne" } },
          ],
          shown_when: { field: "clarity", op: "=", value: "clear" },
        },
        {
          key: "coots",
          kind: "integer",
          label: { en: "Coots", fr: "Foulques" },
          min: 1,
          default: { expression: "1" },
          shown_when: { field: "birds", op: "includes", value: "coot" },
        },
        { key: "shore", kind: "photo", label: { en: "Photo of the shore", fr: "Photo de la rive" }, required: true },
        {
          key: "fish",
          kind: "group",
          label: { en: "Fish", fr: "Poissons" },
          repeat: {},
          fields: [
            {
              key: "species",
              kind: "text",
              label: { en: "Species", fr: "Espèce" },
              pattern: "[A-Z][a-z]+ [a-z]+",
            },
          ],
        },
        {
          key: "sure",
          kind: "yes_no",
          label: { en: "I am sure", fr: "Je suis sûr" },
          required: true,
        },
      ],
    });
    expect(
      body.report.map(({ level, sheet, row, column }: Record<string, unknown>) => [level, sheet, row, column]),
    ).toEqual([
      ["info", "survey", 2, "type"],
      ["info", "survey", 3, "type"],
      ["info", "survey", 5, "type"],
      ["info", "survey", 9, "type"],
      ["info", "survey", 11, "type"],
      ["info", "survey", 14, "type"],
      ["info", "survey", 18, "type"],
      ["info", "notes to self", null, null],
    ]);
  });

  it("saves nothing, and returns a valid protocol", async () => {
    const { body } = await send(lakeForm);
    const tables = ["quests", "protocol_versions"] as const;
    for (const table of tables) expect(await api.database.db.selectFrom(table).selectAll().execute()).toEqual([]);
    const quest = await makeQuest(api, organizationId, { quest_type: "WATER", protocol: body.protocol });
    expect(quest.protocol).toEqual({ ...body.protocol, version: 1 });
  });

  it("reports in the request's language", async () => {
    const english = await send({
      survey: [
        ["type", "name"],
        ["teleport", "a"],
      ],
    });
    const pseudo = await send(
      {
        survey: [
          ["type", "name"],
          ["teleport", "a"],
        ],
      },
      "admin",
      { cookie: "language=en-XB" },
    );
    expect(english.body.report[0].message).toBe("Unknown type “teleport”. The row was skipped.");
    expect(pseudo.body.report[0].message).not.toMatch(/There is/);
  });

  it("reports rules that the form violates", async () => {
    const { body } = await send({
      survey: [
        ["type", "name", "label", "cairn_unit"],
        ["decimal", "a", "A", "furlongs"],
      ],
    });
    expect(body).toEqual({
      protocol: { fields: [{ key: "a", kind: "number", label: "A" }] },
      report: [
        {
          level: "error",
          sheet: "survey",
          row: 2,
          column: "cairn_unit",
          message: "Unknown UCUM code. Use one such as cm, Cel, mg/L or [pH]",
        },
      ],
    });
  });

  it("reports a workbook without a form", async () => {
    const { status, body } = await send({ Sheet1: [["anything"]] });
    expect([status, body.protocol]).toEqual([200, null]);
    expect(body.report).toEqual([
      {
        level: "info",
        sheet: "Sheet1",
        row: null,
        column: null,
        message: "This sheet isn't part of a form and was ignored.",
      },
      {
        level: "error",
        sheet: null,
        row: null,
        column: null,
        message: "The workbook has no sheet “survey”, so it isn't an XLSForm.",
      },
    ]);
  });

  it("rejects everyone but administrators, before reading anything", async () => {
    for (const [as, status] of [
      ["visitor", 401],
      ["alice", 403],
      ["tester", 403],
    ] as const) {
      expect((await send(Buffer.from("no workbook"), as)).status).toBe(status);
    }
  });

  it.each<[what: string, bytes: () => Buffer | Promise<Buffer>, status: number, code: string, detail: string]>([
    [
      "CSV",
      () => Buffer.from("type,name\ntext,a\n"),
      415,
      "workbook_unsupported",
      "The file isn't an .xlsx workbook. Save the form as .xlsx.",
    ],
    [
      "an old .xls",
      () => Buffer.from("d0cf11e0a1b11ae100000000", "hex"),
      415,
      "workbook_unsupported",
      "This is an old Excel file (.xls). Save it as .xlsx and try again.",
    ],
    [
      "one that is cut off",
      async () => (await makeWorkbook(lakeForm)).subarray(0, 2_000),
      422,
      "workbook_unreadable",
      "The workbook is damaged. Save it again, or copy its sheets to a new workbook.",
    ],
    [
      "one that unpacks to too much",
      () => packWorkbook({ ...workbookParts({}), "xl/a.xml": Buffer.alloc(unpackedBytesMax + 1) }),
      413,
      "workbook_too_large",
      "The workbook is too large. Keep only the sheets “survey”, “choices” and “settings”.",
    ],
    [
      "a file that is too large",
      () => Buffer.alloc(workbookBytesMax + 1),
      413,
      "workbook_too_large",
      "A workbook can have at most 5 MB.",
    ],
    [
      "more than any form",
      () => Buffer.alloc(3 * workbookBytesMax),
      413,
      "workbook_too_large",
      "A workbook can have at most 5 MB.",
    ],
  ])("rejects %s", async (_what, bytes, status, code, detail) => {
    const { status: answered, body } = await send(await bytes());
    expect([answered, body]).toEqual([status, { code, detail }]);
  });

  it("accepts a form with a formula as version, like ODK's template, and styled cells far to the right", async () => {
    const version = { xml: '<c r="@" t="str"><f>TEXT(NOW(), "yyyymmddhhmmss")</f><v>20261124031500</v></c>' };
    const workbook = {
      survey: [
        ["type", "name", "label", { xml: '<c r="XFD1" s="1"/>' }],
        ["text", "a", "A"],
      ],
      settings: [
        ["form_title", "form_id", "version"],
        ["Form", "form", version],
      ],
    };
    const protocol = { fields: [{ key: "a", kind: "text", label: "A" }] };
    expect(await send(workbook)).toMatchObject({ status: 200, body: { protocol, report: [] } });
  });

  it("reads a form in one language, with numbers and booleans as texts, from another tool", async () => {
    const { body } = await send({
      settings: [
        ["form_title", "default_language"],
        ["Playa", "Español (es)"],
      ],
      choices: [
        ["list name", "value", "caption"],
        ["escala", 1, "Poco"],
        ["escala", 2, "Mucho"],
      ],
      survey: [
        ["Type", "Name", "Caption", "Hint", "Required", "Relevance", "Constraint"],
        [],
        ["select one from escala", "basura", "¿Cuánta basura?", "", true],
        ["int", "piezas", 2026, "Cuente <b>todas</b>.", false, "${basura} = 2", ".>=1 and .<=1000"],
        ["date", "día", "¿Qué día?", "", "true()", "", ". >= '2026-01-01'"],
      ],
    });
    expect(body.protocol).toEqual({
      fields: [
        {
          key: "basura",
          kind: "choice",
          label: { es: "¿Cuánta basura?" },
          required: true,
          options: [
            { value: "1", label: { es: "Poco" } },
            { value: "2", label: { es: "Mucho" } },
          ],
        },
        {
          key: "piezas",
          kind: "integer",
          label: { es: "2026" },
          hint: { es: "Cuente <b>todas</b>." },
          min: 1,
          max: 1_000,
          shown_when: { field: "basura", op: "=", value: "2" },
        },
        { key: "dia", kind: "date", label: { es: "¿Qué día?" }, required: true, min: "2026-01-01" },
      ],
    });
    expect(body.report.map(({ row, column }: Record<string, unknown>) => [row, column])).toEqual([[5, "Name"]]);
  });

  it("requires exactly one file", async () => {
    const file = new Blob([new Uint8Array(await makeWorkbook(lakeForm))]);
    const ask = async (form: FormData) => {
      const { status, body } = await api.call("POST", "/protocols/xlsform", { as: "admin", form });
      return [status, body.code, body.info?.[0].path];
    };
    const form = new FormData();
    form.set("workbook", file, "form.xlsx");
    expect(await ask(form)).toEqual([422, "workbook_required", "file"]);
    form.append("file", file, "a.xlsx");
    expect(await ask(form)).toEqual([200, undefined, undefined]);
    form.delete("workbook");
    form.append("file", file, "b.xlsx");
    expect(await ask(form)).toEqual([422, "validation_failed", "file"]);
    const { status, body } = await api.call("POST", "/protocols/xlsform", { as: "admin", json: {} });
    expect([status, body.code]).toEqual([415, "unsupported_media_type"]);
  });
});

describe("exportProtocol", () => {
  const questWith = (protocol: QuestFormInput["protocol"], changes = {}) =>
    makeQuest(api, organizationId, { quest_name: "Depth & <clarity>", quest_type: "WATER", ...changes, protocol });

  it("exports the specification's form", async () => {
    const quest = await questWith(null, { quest_type: "TREES" });
    const { body } = await send(await download(quest.id));
    expect(body).toEqual({
      protocol: {
        fields: [
          {
            key: "tree_width",
            kind: "number",
            label: "Tree circumference",
            hint: "Around the trunk at chest height.",
            required: true,
            unit: "cm",
            min: 1,
            max: 10_000,
          },
        ],
        target_count: 20,
        spacing_meters: 9.144,
      },
      report: [],
    });
  });

  it("returns a file with a simple name to everyone who can see the quest", async () => {
    const quest = await questWith(null);
    const response = await fetch(`${api.origin}/api/quests/${quest.id}/protocol.xlsx`);
    expect(response.headers.get("content-type")).toBe(
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    );
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename="quest-${quest.id}.xlsx"`);
    const missing = await api.call("GET", "/quests/2000000000/protocol.xlsx");
    expect([missing.status, missing.body.code]).toEqual([404, "quest_not_found"]);
  });

  it("is of the newest version, and of the quest's newest name", async () => {
    const field = { key: "a", kind: "text", label: "First" } as const;
    const quest = await questWith({ fields: [field] });
    const settings = async () => {
      const { sheets } = await readWorkbook(await download(quest.id), formSheetNames);
      return sheets.find(({ name }) => name === "settings")?.rows[1]?.cells;
    };
    expect(await settings()).toEqual(["Depth & <clarity>", `quest_${quest.id}`, "1"]);
    const { body } = await api.call("PUT", `/quests/${quest.id}`, {
      as: "admin",
      json: {
        quest_name: "Renamed",
        locations: quest.locations,
        organization: { organization_id: organizationId },
        protocol: { fields: [{ ...field, label: "Second" }] },
      },
    });
    expect(body.protocol_version).toBe(2);
    expect(await settings()).toEqual(["Renamed", `quest_${quest.id}`, "2"]);
  });

  it("comes back from the file as it was, and the file keeps the rules", async () => {
    await fc.assert(
      fc.asyncProperty(protocolArbitrary, async (protocol) => {
        const quest = await questWith(withoutMedia(protocol));
        const bytes = await download(quest.id);
        const { sheets } = await readWorkbook(bytes, formSheetNames);
        const written = sheets.map(({ name, rows }) => {
          const width = rows[0]?.cells.length ?? 0;
          return {
            name,
            rows: rows.map(({ cells }) => Array.from({ length: width }, (_each, column) => cells[column] ?? "")),
          };
        });
        expect(findBrokenRules(written)).toEqual([]);
        const { body } = await send(bytes);
        expect(body.report).toEqual([]);
        const { version: _version, ...asked } = quest.protocol ?? { version: 0 };
        expect(withoutFalse(body.protocol)).toEqual(withoutFalse(asked));
      }),
      // Shrinking would run into the limit of requests.
      { endOnFailure: true, numRuns: 5 },
    );
  }, 120_000);
});

const ofMedia = new Set(["picture", "sound", "outline"]);

/** Its pictures and sounds aren't uploaded, so none can be an outline either. */
const withoutMedia = (protocol: unknown): QuestFormInput["protocol"] =>
  JSON.parse(JSON.stringify(protocol, (name, value) => (ofMedia.has(name) ? undefined : value)));

/** Optional fields may say so, or not. */
const withoutFalse = (protocol: unknown) => JSON.parse(JSON.stringify(protocol).replaceAll(',"required":false', ""));
