import { Readable } from "node:stream";
import { openZip, type ZipLimits } from "../files/open-zip.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { entryCountMax, markupCountMax, unpackedBytesMax } from "./workbook-limits.ts";

/** The parts of a workbook: XML in a ZIP (ECMA-376, part 2). Names are case-insensitive. */
export type WorkbookPackage = {
  has(name: string): boolean;
  /** Unpacks while it is read. */
  openPart(name: string): Promise<Readable>;
};

/** Excel's old format, which also wraps protected workbooks. */
const oleMagic = Buffer.from("d0cf11e0a1b11ae1", "hex");
const oleNameOfProtected = Buffer.from("EncryptedPackage", "utf16le");
const zipMagic = Buffer.from("504b", "hex");

const zipLimits: ZipLimits = {
  entries: entryCountMax,
  unpackedBytes: unpackedBytesMax,
  refusals: {
    unreadable: "workbook_unreadable",
    same_name: "workbook_unreadable",
    encrypted: "workbook_unsupported.protected",
    too_many_entries: "workbook_too_large.entries",
    too_large: "workbook_too_large",
  },
};

const contentTypes = "[content_types].xml";

/** Parts that run code or access the network when the workbook is opened; no form needs them. */
const activeParts: readonly [RegExp, "workbook_active.macros" | "workbook_active.links" | "workbook_active.objects"][] =
  [
    [/^xl\/(vbaproject|macrosheets\/)/, "workbook_active.macros"],
    [/^xl\/(externallinks\/|connections\.xml|querytables\/)/, "workbook_active.links"],
    [/^xl\/(embeddings|activex)\//, "workbook_active.objects"],
  ];

const isMarkup = Array.from({ length: 256 }, (_each, byte) => "<=&".includes(String.fromCharCode(byte)));

/**
 * Lists the parts without unpacking any.
 * @throws DomainError `workbook_unsupported`, `workbook_unreadable`, `workbook_too_large`, `workbook_active`
 */
export async function openPackage(bytes: Buffer): Promise<WorkbookPackage> {
  if (bytes.subarray(0, oleMagic.length).equals(oleMagic)) {
    throw new DomainError(`workbook_unsupported.${bytes.includes(oleNameOfProtected) ? "protected" : "old"}`);
  }
  if (!bytes.subarray(0, zipMagic.length).equals(zipMagic)) throw new DomainError("workbook_unsupported");
  const zip = await openZip(bytes, zipLimits);
  const entries = new Map<string, string>();
  for (const name of zip.names()) {
    if (entries.has(name.toLowerCase())) throw new DomainError("workbook_unreadable");
    entries.set(name.toLowerCase(), name);
  }
  if (!entries.has(contentTypes)) throw new DomainError("workbook_unsupported");
  for (const name of entries.keys()) {
    const [, refusal] = activeParts.find(([pattern]) => pattern.test(name)) ?? [];
    if (refusal) throw new DomainError(refusal);
  }
  let openedBytes = 0;
  let markupCount = 0;
  async function* counted(part: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of part) {
      for (const byte of chunk) if (isMarkup[byte]) markupCount += 1;
      if (markupCount > markupCountMax) throw new DomainError("workbook_too_large.cells");
      yield chunk;
    }
  }
  return {
    has: (name) => entries.has(name.toLowerCase()),
    openPart: async (name) => {
      const entry = entries.get(name.toLowerCase());
      if (entry === undefined) throw new DomainError("workbook_unreadable");
      // A workbook can name the same part many times.
      openedBytes += zip.sizeOf(entry) ?? 0;
      if (openedBytes > unpackedBytesMax) throw new DomainError("workbook_too_large");
      return Readable.from(counted(await zip.open(entry)), { objectMode: false });
    },
  };
}
