import type { Readable } from "node:stream";
import { SaxesParser } from "saxes";
import { DomainError } from "../refusals/domain-error.ts";
import { attributeCountMax, depthMax } from "./workbook-limits.ts";

export type Attributes = Readonly<Record<string, string>>;

/** Element names have no prefixes; `path` ends with the element itself. */
export type XmlListener = {
  open?(name: string, attributes: Attributes, path: readonly string[]): void;
  text?(text: string, path: readonly string[]): void;
  close?(name: string, path: readonly string[]): void;
};

/**
 * Parses XML as a stream. Rejects DTDs and custom entities.
 * @throws DomainError `workbook_unreadable`; what the listener throws
 */
export async function parseXml(stream: Readable, listener: XmlListener): Promise<void> {
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

/** `x:row` → `row`: each program chooses its own prefixes. */
export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
