import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type FakeFile = { content: Buffer | undefined; isCommitted: boolean };
export type FakeRecord = {
  id: string;
  isPublished: boolean;
  metadata: Record<string, unknown>;
  pids: { doi?: { identifier: string; provider: string } };
  files: Map<string, FakeFile>;
};

/** What happens to a call: it is answered otherwise, or its answer is lost. */
export type FakeFault = {
  status?: number;
  text?: string;
  headers?: Record<string, string>;
  /** The call is lost before or after it was done. */
  lost?: "before" | "after";
};

export type FakeArchive = {
  url: string;
  records: Map<string, FakeRecord>;
  /** `METHOD path` of every call, with `{id}` and `{file}`. */
  calls: string[];
  /** Asked for each call. */
  faultOf: (call: string) => FakeFault | undefined | Promise<FakeFault | undefined>;
  published: () => FakeRecord[];
  forget: () => void;
  close: () => Promise<void>;
};

type Answer = [status: number, body?: object];

const problem = (status: number, message: string, errors?: object[]): Answer => [
  status,
  { status, message, ...(errors && { errors }) },
];
const notFound = () => problem(404, "The persistent identifier does not exist.");

/** InvenioRDM's calls of drafts, files and records, in its states: draft, files, published. */
export async function startFakeArchive(token: string): Promise<FakeArchive> {
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const records = new Map<string, FakeRecord>();
  const fake: FakeArchive = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    records,
    calls: [],
    faultOf: () => undefined,
    published: () => [...records.values()].filter(({ isPublished }) => isPublished),
    forget: () => {
      records.clear();
      fake.calls.length = 0;
      fake.faultOf = () => undefined;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    const parts = url.replace(/^\/api\/records\/?/, "").split("/");
    const [id = "", ...path] = parts;
    const call = `${method} ${[id && "{id}", ...path].join("/").replace(/files\/[^/]+/, "files/{file}")}`;
    fake.calls.push(call);
    const fault = await fake.faultOf(call);
    if (fault?.lost === "before") return void response.destroy();
    if (fault?.status !== undefined) {
      response.writeHead(fault.status, { "content-type": "application/json", ...fault.headers });
      return void response.end(fault.text ?? JSON.stringify({ status: fault.status, message: "An error." }));
    }
    const body = await readBody(request);
    const [status, content] =
      headers.authorization === `Bearer ${token}`
        ? handle(call, { id, name: path[2] ?? "", body, headers })
        : problem(403, `Permission denied for ${headers.authorization}.`);
    if (fault?.lost === "after") return void response.destroy();
    response.writeHead(status, { "content-type": "application/json" });
    response.end(fault?.text ?? (content && JSON.stringify(content)));
  }

  type Called = { id: string; name: string; body: Buffer; headers: IncomingMessage["headers"] };

  function handle(call: string, called: Called): Answer {
    if (call === "POST ") return [201, shown(create(JSON.parse(String(called.body))), called)];
    const record = records.get(called.id);
    if (!record) return notFound();
    if (call === "GET {id}") return record.isPublished ? [200, shown(record, called)] : notFound();
    if (record.isPublished) return notFound();
    const entry = record.files.get(called.name);
    return handleDraft(call, record, called) ?? handleFile(call, record, entry, called);
  }

  function handleDraft(call: string, record: FakeRecord, called: Called): Answer | undefined {
    switch (call) {
      case "GET {id}/draft":
        return [200, shown(record, called)];
      case "PUT {id}/draft": {
        const { metadata, pids = {} } = JSON.parse(String(called.body));
        Object.assign(record, { metadata, pids });
        return [200, shown(record, called)];
      }
      case "DELETE {id}/draft":
        records.delete(record.id);
        return [204];
      case "POST {id}/draft/pids/doi":
        if (record.pids.doi) return problem(400, "A PID already exists for type doi");
        record.pids.doi = { identifier: `10.5072/fake.${record.id}`, provider: "datacite" };
        return [201, shown(record, called)];
      case "POST {id}/draft/actions/publish":
        return publish(record, called);
      case "GET {id}/draft/files":
        return [200, { enabled: true, entries: [...record.files.keys()].map((name) => shownFile(record, name)) }];
      case "POST {id}/draft/files": {
        for (const { key } of JSON.parse(String(called.body)) as { key: string }[]) {
          if (record.files.has(key)) return problem(400, `File with key ${key} already exists.`);
          record.files.set(key, { content: undefined, isCommitted: false });
        }
        return [201, { entries: [...record.files.keys()].map((name) => shownFile(record, name)) }];
      }
    }
    return undefined;
  }

  function handleFile(call: string, record: FakeRecord, entry: FakeFile | undefined, called: Called): Answer {
    const { name, body, headers } = called;
    if (!entry) return notFound();
    switch (call) {
      case "PUT {id}/draft/files/{file}/content":
        if (headers["content-type"] !== "application/octet-stream") return problem(415, "Invalid Content-Type.");
        if (headers["content-length"] !== String(body.length)) return problem(411, "Length required.");
        entry.content = body;
        return [200, shownFile(record, name)];
      case "POST {id}/draft/files/{file}/commit":
        if (!entry.content || entry.isCommitted) return problem(400, "File has no content, or is committed.");
        entry.isCommitted = true;
        return [200, shownFile(record, name)];
      case "DELETE {id}/draft/files/{file}":
        record.files.delete(name);
        return [204];
    }
    return problem(405, "Method not allowed.");
  }

  function create({ metadata }: { metadata: Record<string, unknown> }): FakeRecord {
    const id = `${randomBytes(3).toString("hex").slice(0, 5)}-${randomBytes(3).toString("hex").slice(0, 5)}`;
    const record: FakeRecord = { id, isPublished: false, metadata, pids: {}, files: new Map() };
    records.set(id, record);
    return record;
  }

  function publish(record: FakeRecord, called: Called): Answer {
    const isPending = [...record.files.values()].some(({ isCommitted }) => !isCommitted);
    const errors = errorsOf(record);
    if (record.files.size === 0 || isPending || errors.length > 0) {
      return problem(400, "A validation error occurred.", errors);
    }
    record.isPublished = true;
    return [202, shown(record, called)];
  }

  return fake;
}

/** Zenodo's older form has numbers as ids. */
function shown(record: FakeRecord, { headers: { accept = "" } }: { headers: IncomingMessage["headers"] }): object {
  if (!accept.startsWith("application/vnd.inveniordm.v1+json")) return { id: 1234, doi: "10.5072/older" };
  const { id, isPublished, metadata, pids } = record;
  const errors = isPublished ? [] : errorsOf(record);
  return { id, is_published: isPublished, metadata, pids, ...(errors.length > 0 && { errors }) };
}

function shownFile({ files }: FakeRecord, key: string): object {
  const { content, isCommitted } = files.get(key) ?? { content: undefined, isCommitted: false };
  if (!content || !isCommitted) return { key, status: "pending", metadata: null };
  const checksum = `md5:${createHash("md5").update(content).digest("hex")}`;
  return { key, status: "completed", checksum, size: content.length };
}

function errorsOf({ metadata, files }: FakeRecord): object[] {
  const missing = ["title", "creators", "publication_date", "resource_type", "publisher"].filter(
    (field) => !metadata[field],
  );
  const wrong = missing.map((field) => ({
    field: `metadata.${field}`,
    messages: ["Missing data for required field."],
  }));
  for (const { id } of (metadata.rights ?? []) as { id: string }[]) {
    if (!["cc0-1.0", "cc-by-4.0", "cc-by-nc-4.0"].includes(id)) {
      wrong.push({ field: "metadata.rights.0.id", messages: [`Invalid value ${id}.`] });
    }
  }
  if (files.size === 0) wrong.push({ field: "files.enabled", messages: ["Missing uploaded files."] });
  return wrong;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
