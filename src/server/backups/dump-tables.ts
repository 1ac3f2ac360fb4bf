import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { PoolClient } from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { ArchiveWriter } from "./archive-writer.ts";
import { type BackedUpTable, fullNameOf } from "./backup-format.ts";
import { withColumns } from "./catalogue.ts";

const compress = promisify(gzip);
const pieceBytes = 4 * 1024 * 1024;

/** Writes a table into the archive in pieces; returns the number of rows. */
export async function dumpTable(client: PoolClient, table: BackedUpTable, archive: ArchiveWriter): Promise<number> {
  const rows = client.query(copyTo(`COPY ${withColumns(table)} TO STDOUT`));
  let pieces = 0;
  const addPiece = async (chunks: Buffer[]) => {
    pieces += 1;
    const name = `tables/${fullNameOf(table)}/${String(pieces).padStart(8, "0")}.copy.gz`;
    await archive.addBytes(name, await compress(Buffer.concat(chunks), { level: 1 }));
  };
  let chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes < pieceBytes) continue;
    await addPiece(chunks);
    chunks = [];
    sizeBytes = 0;
  }
  if (sizeBytes > 0) await addPiece(chunks);
  return rows.rowCount;
}
