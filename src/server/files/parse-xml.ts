import type { Readable } from "node:stream";
import { SaxesParser } from "saxes";
import { DomainError, type Refusal } from "../refusals/domain-error.ts";

/** Nested elements; a workbook's cells are at depth 6. */
const depthMax = 30;
/** Per element. */
const attributeCountMax = 100;

export type Attributes = Readonly<Record<string, string>>;

/** Element names have no prefixes; `path` ends with the element itself. */
export type XmlListener = {
  open?(name: string, attributes: Attributes, path: readonly string[]): void;
  text?(text: string, path: readonly string[]): void;
  close?(name: string, path: readonly string[]): void;
};

/** What is thrown for XML that is wrong, and for a document type, which could define entities. */
export type XmlRefusals = { unreadable: Refusal; doctype: Refusal };

/**
 * Parses XML as a stream. Rejects DTDs and custom entities.
 * @throws DomainError with one of the refusals; what the listener throws
 */
export async function parseXml(
  stream: Readable,
  listener: XmlListener,
  { unreadable, doctype }: XmlRefusals,
): Promise<void> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  const parser = new SaxesParser({ position: false, xmlns: false });
  const path: string[] = [];
  parser.on("error", (cause) => {
    throw new DomainError(unreadable, { cause });
  });
  parser.on("doctype", () => {
    throw new DomainError(doctype);
  });
  let attributeCount = 0;
  parser.on("opentagstart", () => {
    attributeCount = 0;
  });
  parser.on("attribute", () => {
    attributeCount += 1;
    if (attributeCount > attributeCountMax) throw new DomainError(unreadable);
  });
  parser.on("opentag", ({ name, attributes }) => {
    path.push(localName(name));
    if (path.length > depthMax) throw new DomainError(unreadable);
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
      decoder ??= decoderFor(chunk);
      parser.write(decoder.decode(chunk, { stream: true }));
    }
    if (decoder) parser.write(decoder.decode());
    parser.close();
  } catch (cause) {
    throw cause instanceof DomainError ? cause : new DomainError(unreadable, { cause });
  } finally {
    stream.destroy();
  }
}

/** UTF-16 begins with a mark; a file without one is UTF-8. */
function decoderFor([first, second]: Buffer): InstanceType<typeof TextDecoder> {
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding, { fatal: true });
}

/** `x:row` → `row`: each program chooses its own prefixes. */
export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
