import { describe, expect, it } from "vitest";
import { packWorkbook as packZip } from "../../../test/make-workbook.ts";
import { readList } from "./read-list.ts";

const core = ({ attributes = 'fieldsTerminatedBy="\\t" fieldsEnclosedBy="" ignoreHeaderLines="1"' } = {}) => `
  <core encoding="UTF-8" ${attributes} rowType="http://rs.tdwg.org/dwc/terms/Taxon">
    <files><location>Taxon.tsv</location></files>
    <id index="0" />
    <field index="0" term="http://rs.tdwg.org/dwc/terms/taxonID"/>
    <field index="1" term="http://rs.tdwg.org/dwc/terms/acceptedNameUsageID"/>
    <field index="2" term="http://rs.tdwg.org/dwc/terms/scientificName"/>
    <field index="3" term="http://rs.tdwg.org/dwc/terms/taxonRank"/>
    <field index="4" term="http://rs.tdwg.org/dwc/terms/family"/>
  </core>`;
const names = `
  <extension fieldsTerminatedBy="\\t" fieldsEnclosedBy="" ignoreHeaderLines="1" rowType="http://rs.gbif.org/terms/1.0/VernacularName">
    <files><location>VernacularName.tsv</location></files>
    <coreid index="0" />
    <field index="1" term="http://rs.tdwg.org/dwc/terms/vernacularName"/>
    <field index="2" term="http://purl.org/dc/terms/language"/>
  </extension>`;
const meta = (tables: string) => `<archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="eml.xml">${tables}</archive>`;

const taxa = [
  "taxonID\tacceptedNameUsageID\tscientificName\ttaxonRank\tfamily",
  '1\t\tQuercus robur L.\tspecies\tFagaceae "s.l."',
  "2\t1\tQuercus pedunculata Ehrh.\tspecies\tFagaceae",
  "3\t3\tSalix alba L.\tspecies\t",
  "4\t99\tNo such accepted name\tspecies\t",
  "1\t\tTwice\tspecies\t",
  "\t\tWithout an id\tspecies\t",
].join("\n");
const commonNames = [
  "id\tname\tlanguage",
  "1\tEnglish oak\teng",
  "1\tCommon oak\ten",
  "1\tStieleiche\tde",
  "3\tOld name\t",
].join("\n");

describe("a checklist", () => {
  it.each([
    ["a million fields", core().replace("</core>", `${"<field/>".repeat(1_000_000)}</core>`), taxa, "list_unreadable"],
    ["eight million entities", core() + "&amp;".repeat(8_000_000), taxa, "list_unreadable"],
    [
      "a delimiter of many signs",
      core({ attributes: `fieldsTerminatedBy="${"a".repeat(50_000)}b"` }),
      "a".repeat(90_000),
      "list_unreadable",
    ],
    ["a million and one rows below its headings", core(), "a\n".repeat(1_000_002), "list_too_large"],
  ])("is refused with %s", async (_what, tables, rows, code) => {
    const archive = await packZip({ "meta.xml": meta(tables), "Taxon.tsv": rows });
    await expect(readList(archive)).rejects.toMatchObject({ name: "DomainError", code });
  });

  it.each(["-5", "1e3", "9".repeat(400)])(
    "is read from its first line if it has %s lines of headings",
    async (lines) => {
      const tables = core({ attributes: `fieldsTerminatedBy="\\t" fieldsEnclosedBy="" ignoreHeaderLines="${lines}"` });
      const archive = await packZip({ "meta.xml": meta(tables), "Taxon.tsv": "1\t\tQuercus robur\tspecies\t" });
      expect((await readList(archive)).items).toHaveLength(1);
    },
  );

  it("becomes a list: accepted names with their taxon, common names by language, synonyms and families", async () => {
    const archive = await packZip({
      "meta.xml": meta(core() + names),
      "Taxon.tsv": taxa,
      "VernacularName.tsv": commonNames,
    });
    expect(await readList(archive)).toEqual({
      attributes: ["family"],
      items: [
        {
          code: "1",
          label: { en: "English oak", de: "Stieleiche" },
          synonyms: ["Common oak", "Quercus pedunculata Ehrh."],
          taxon: { id: "1", scientific_name: "Quercus robur L.", rank: "species" },
          attributes: { family: 'Fagaceae "s.l."' },
        },
        {
          code: "3",
          label: "Old name",
          taxon: { id: "3", scientific_name: "Salix alba L.", rank: "species" },
        },
      ],
    });
  });

  it("may have no common names, quoted cells and commas", async () => {
    const archive = await packZip({
      "meta.xml": meta(core({ attributes: `fieldsTerminatedBy="," fieldsEnclosedBy='"' ignoreHeaderLines="0"` })),
      "Taxon.tsv": '7,,"Abies alba, Mill.",species,Pinaceae\n',
    });
    expect((await readList(archive)).items).toEqual([
      {
        code: "7",
        label: "Abies alba, Mill.",
        taxon: { id: "7", scientific_name: "Abies alba, Mill.", rank: "species" },
        attributes: { family: "Pinaceae" },
      },
    ]);
  });

  const dwc = (name: string) => `http://rs.tdwg.org/dwc/terms/${name}`;
  /** An archive of one table, whose columns are terms; the first is the id. */
  const archiveOf = (terms: string[], attributes: string, files: string[], fields = "") =>
    meta(`<core ${attributes} rowType="${dwc("Taxon")}">
      <files>${files.map((file) => `<location>${file}</location>`).join("")}</files><id index="0"/>
      ${terms.map((term, index) => `<field index="${index}" term="${dwc(term)}"/>`).join("")}${fields}</core>`);
  const tabbed = 'fieldsTerminatedBy="\\t" fieldsEnclosedBy=""';
  const readNames = async (parts: Record<string, string | Buffer>) =>
    (await readList(await packZip(parts))).items.map(({ code, label, synonyms = [] }) => [code, label, ...synonyms]);

  it("offers accepted names only; others find them, by id, by name, and through one another", async () => {
    const terms = ["taxonID", "scientificName", "taxonomicStatus", "acceptedNameUsageID", "acceptedNameUsage"];
    const rows = [
      "1\tAus bus L.\taccepted\t1\tAus bus L.",
      "2\tAus vetus\tsynonym\t\tAus  bus L.",
      "3\tAus falsus\tmisapplied\t\t",
      "4\tAus prior\tsynonym\t1\t",
      "5\tAus primus\tsynonym\t4\t",
      "6\tIn circles\tsynonym\t7\t",
      "7\tIn circles too\tsynonym\t6\t",
      "8\tCus dus\t\t\t",
      "\tAus pro parte\tpro parte synonym\t1|8\t",
      "9\tNomen vagum\thttp://example.org/status/invalid\t\t",
      "10\tAus auct.\tmisapplied\t8\t",
    ];
    const parts = { "meta.xml": archiveOf(terms, tabbed, ["taxa.txt"]), "taxa.txt": rows.join("\n") };
    expect(await readNames(parts)).toEqual([
      ["1", "Aus bus L.", "Aus vetus", "Aus prior", "Aus primus", "Aus pro parte"],
      ["8", "Cus dus", "Aus pro parte", "Aus auct."],
    ]);
  });

  it("may be in a folder, in several files with headings each, in another encoding, with other line ends", async () => {
    const latin1 = 'encoding="ISO-8859-1" ignoreHeaderLines="3"';
    const terms = ["taxonID", "scientificName"];
    const bytesOf = (id: string) => Buffer.from(`# ours\n\nid\tname\r\n${id}\tAus büs Müll.\r`, "latin1");
    const description = archiveOf(terms, `${tabbed} ${latin1}`, ["./a.txt", "B.TXT"]);
    const parts = { "list/meta.xml": description, "list/a.txt": bytesOf("1"), "list/b.txt": bytesOf("2") };
    const apple = { "__MACOSX/list/._meta.xml": "apple", "list/.DS_Store": "apple" };
    expect(await readNames({ ...parts, ...apple })).toEqual([
      ["1", "Aus büs Müll."],
      ["2", "Aus büs Müll."],
    ]);
    const utf16 = Buffer.from(`\uFEFF${archiveOf(terms, 'encoding="utf-16le"', ["a.csv"])}`, "utf16le");
    expect(await readNames({ "meta.xml": utf16, "a.csv": Buffer.from('7,"Šus, bus"', "utf16le") })).toEqual([
      ["7", "Šus, bus"],
    ]);
  });

  it("may have names in parts, values that the description gives, and preferred common names", async () => {
    const terms = ["taxonID", "genericName", "specificEpithet", "scientificNameAuthorship", "taxonRank"];
    const fields = `<field term="${dwc("kingdom")}" default="Plantae"/>`;
    const preferred = names.replace("</ext", `<field index="3" term="${dwc("isPreferredName")}"/></ext`);
    const archive = await packZip({
      "meta.xml": archiveOf(terms, tabbed, ["taxa.txt"], fields).replace("</archive>", `${preferred}</archive>`),
      "taxa.txt": "1\tAus\tbus\tL.\t\n2\tAus\t\t\tgenus",
      "VernacularName.tsv": "id\tname\tlanguage\n1\tFirst\ten\tfalse\n1\tBest\ten\ttrue\n1\tPlain\t\ttrue",
    });
    expect(await readList(archive)).toEqual({
      attributes: ["kingdom"],
      items: [
        {
          code: "1",
          label: { en: "Best" },
          synonyms: ["Plain", "First"],
          taxon: { id: "1", scientific_name: "Aus bus L." },
          attributes: { kingdom: "Plantae" },
        },
        expect.objectContaining({ label: "Aus", taxon: { id: "2", scientific_name: "Aus", rank: "genus" } }),
      ],
    });
  });

  it("may be a single table without a description", async () => {
    const parts = { "eml.xml": "<eml/>", "taxa.csv": "taxonID;dwc:scientificName;taxonomicStatus\n1;Aus bus;valid" };
    expect(await readNames(parts)).toEqual([["1", "Aus bus"]]);
  });

  it.each<[string, Record<string, string | Buffer>, string]>([
    ["other tables", { "meta.xml": meta(core().replace('Taxon"', 'Occurrence"')) }, "It has: occurrence."],
    ["a missing file", { "meta.xml": meta(core()) }, "“Taxon.tsv”"],
    [
      "other letters than it says",
      { "meta.xml": meta(core()), "Taxon.tsv": Buffer.from("id\n1\t\tMüll\t\t", "latin1") },
      "“Taxon.tsv” isn't in UTF-8",
    ],
    [
      "an unknown encoding",
      { "meta.xml": meta(core().replace("UTF-8", "EBCDIC")), "Taxon.tsv": taxa },
      "isn't in EBCDIC",
    ],
    ["only synonyms", { "meta.xml": meta(core()), "Taxon.tsv": "id\n2\t1\tAus" }, "no accepted names"],
    ["no rows", { "meta.xml": meta(core()), "Taxon.tsv": "id\n" }, "The list has no rows"],
  ])("says what it has: %s", async (_what, parts, words) => {
    await expect(readList(await packZip(parts))).rejects.toThrow(words);
  });

  it.each([
    ["another ZIP", { "a.txt": "a" }, "list_unreadable"],
    ["XML that doesn't end", { "meta.xml": "<archive>" }, "list_unreadable"],
    ["a document type", { "meta.xml": '<!DOCTYPE a [<!ENTITY b "c">]><archive/>' }, "list_unreadable"],
    ["too many names", { "meta.xml": meta(core()), "Taxon.tsv": manyTaxa(50_001) }, "list_too_large"],
  ])("is refused if it is %s", async (_what, parts, code) => {
    await expect(readList(await packZip(parts))).rejects.toMatchObject({ code });
  });

  it("is refused if it is cut off", async () => {
    const archive = await packZip({ "meta.xml": meta(core()), "Taxon.tsv": taxa });
    await expect(readList(archive.subarray(0, archive.length - 40))).rejects.toMatchObject({ code: "list_unreadable" });
  });
});

function manyTaxa(count: number): string {
  return `header\n${Array.from({ length: count }, (_each, index) => `${index}\t\tName ${index}\tspecies\t`).join("\n")}`;
}
