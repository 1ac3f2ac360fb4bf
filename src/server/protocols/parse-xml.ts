import type { Readable } from "node:stream";
import { SaxesParser } from "saxes";
import { DomainError } from "../refusals/domain-error.ts";
import { attributeCountMax, depthMax, unpackedBytesMax } from "./workbook-limits.ts";

export type Attributes = Readonly<Record<string, string>>;

/** Elements by name without prefix, with their direct text. */
export type XmlListener = {
  open?(name: string, attributes: Attributes, path: readonly string[]): void;
  text?(text: string, path: readonly string[]): void;
  close?(name: string, path: readonly string[]): void;
};

/** The remaining limits of a workbook. */
export type ReadBudget = { bytes: number };

/**
 * Parses XML as a stream. Rejects document types and custom entities.
 * @throws DomainError `workbook_unreadable`, `workbook_too_large`; what the listener throws
 */
export async function parseXml(stream: Readable, budget: ReadBudget, listener: XmlListener): Promise<void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const parser = new SaxesParser({ position: false, xmlns: false });
  const path: string[] = [];
  parser.on("error", (cause) => {
    throw new DomainError("workbook_unreadable", { cause });
  });
  parser.on("doctype", () => {
    throw new DomainError("workbook_unreadable.doctype");
  });
  let attributeCount = 0;
  parser.on("opentagstart", () => {
    attributeCount = 0;
  });
  parser.on("attribute", () => {
    attributeCount += 1;
    if (attributeCount > attributeCountMax) throw new DomainError("workbook_unreadable");
  });
  parser.on("opentag", ({ name, attributes }) => {
    path.push(localName(name));
    if (path.length > depthMax) throw new DomainError("workbook_unreadable");
    listener.open?.(localName(name), attributes, path);
  });
  parser.on("closetag", ({ name }) => {
    listener.close?.(localName(name), path);
    path.pop();
  });
  const onText = (text: string) => listener.text?.(text, path);
  parser.on("text", onText);
  parser.on("cdata", onText);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      budget.bytes -= chunk.length;
      if (budget.bytes < 0) throw new DomainError("workbook_too_large");
      parser.write(decoder.decode(chunk, { stream: true }));
    }
    parser.write(decoder.decode());
    parser.close();
  } catch (cause) {
    throw cause instanceof DomainError ? cause : new DomainError("workbook_unreadable", { cause });
  } finally {
    stream.destroy();
  }
}

export function newBudget(): ReadBudget {
  return { bytes: unpackedBytesMax };
}

/** Writers choose prefixes freely: `x:row`. */
export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
