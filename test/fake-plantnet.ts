import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type FakeResult = { name: string; author?: string; commonNames?: string[]; score: number };

export type FakePlantnetMood =
  | { kind: "identifies"; results: FakeResult[] }
  | { kind: "rejects" }
  | { kind: "status"; status: number; body?: string; headers?: Record<string, string> }
  | { kind: "text"; text: string }
  | { kind: "silent" }
  | { kind: "cut_off" };

export type FakePlantnetRequest = {
  path: string;
  images: { mediaType: string; bytes: Uint8Array }[];
  organs: string[];
};

export type FakePlantnet = {
  url: string;
  requests: FakePlantnetRequest[];
  mood: FakePlantnetMood;
  remaining: number;
  close(): Promise<void>;
};

export const hibiscus: FakeResult[] = [
  {
    name: "Hibiscus rosa-sinensis",
    author: "L.",
    commonNames: ["Hawaiian hibiscus", "Chinese hibiscus"],
    score: 0.91806,
  },
  { name: "Hibiscus schizopetalus", author: "(Dyer) Hook.f.", commonNames: ["Fringed hibiscus"], score: 0.05 },
  { name: "Malvaviscus penduliflorus", author: "DC.", commonNames: [], score: 0.01 },
  { name: "Hibiscus arnottianus", author: "A.Gray", score: 0.004 },
];

const quotaPerDay = 500;

/** Implements my-api.plantnet.org's v2/identify: results, errors and a key's quota. */
export async function startFakePlantnet(apiKey: string): Promise<FakePlantnet> {
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const fake: FakePlantnet = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    mood: { kind: "identifies", results: hibiscus },
    remaining: quotaPerDay,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? "/", fake.url);
    const body = await readBody(request);
    if (address.pathname !== "/v2/identify/all") return refuse(response, 404, "Not Found", "Not Found");
    if (request.method !== "POST") return refuse(response, 405, "Method Not Allowed", "Method Not Allowed");
    if (address.searchParams.get("api-key") !== apiKey) return refuse(response, 401, "Unauthorized", "Invalid API key");
    const form = await new Response(body, {
      headers: { "content-type": request.headers["content-type"] ?? "" },
    }).formData();
    const images = await Promise.all(
      form
        .getAll("images")
        .filter((image) => typeof image !== "string")
        .map(async (image) => ({ mediaType: image.type, bytes: new Uint8Array(await image.arrayBuffer()) })),
    );
    const organs = form.getAll("organs").map(String);
    fake.requests.push({ path: address.pathname, images, organs });
    if (images.length < 1 || images.length > 5) return refuse(response, 400, "Bad Request", '"images" is required');
    if (organs.length !== images.length) {
      return refuse(response, 400, "Bad Request", "Number of values for organs must match number of input images");
    }
    if (!images.every((image) => ["image/jpeg", "image/png"].includes(image.mediaType))) {
      return refuse(response, 415, "Unsupported Media Type", "Unsupported Media Type");
    }
    if (fake.remaining <= 0) return refuse(response, 429, "Too Many Requests", "Too Many Requests", quotaHeaders(0));
    await answerInMood(response);
  }

  async function answerInMood(response: ServerResponse): Promise<void> {
    const { mood } = fake;
    if (mood.kind === "silent") return;
    if (mood.kind === "status") {
      response.writeHead(mood.status, { "content-type": "application/json", ...mood.headers });
      response.end(mood.body ?? JSON.stringify({ statusCode: mood.status, error: "Error", message: "An error" }));
      return;
    }
    fake.remaining -= 1;
    if (mood.kind === "rejects") {
      return refuse(response, 404, "Not Found", "Species not found", quotaHeaders(fake.remaining));
    }
    response.writeHead(200, { "content-type": "application/json; charset=utf-8", ...quotaHeaders(fake.remaining) });
    if (mood.kind === "text") {
      response.end(mood.text);
      return;
    }
    const text = JSON.stringify(describe(mood.kind === "identifies" ? mood.results : hibiscus, fake.remaining));
    if (mood.kind === "identifies") {
      response.end(text);
      return;
    }
    response.write(text.slice(0, 40), () => response.destroy());
  }

  return fake;
}

function describe(results: FakeResult[], remaining: number) {
  const [best] = results;
  return {
    query: {
      project: "all",
      images: ["4c1e"],
      organs: ["auto"],
      includeRelatedImages: false,
      noReject: false,
      type: null,
    },
    predictedOrgans: [{ image: "4c1e", filename: "photo.jpg", organ: "bark", score: 0.7 }],
    language: "en",
    preferedReferential: "k-world-flora",
    bestMatch: best ? fullNameOf(best) : "",
    results: results.map((result) => ({
      score: result.score,
      species: {
        scientificNameWithoutAuthor: result.name,
        scientificNameAuthorship: result.author ?? "",
        genus: taxon(result.name.split(" ")[0] ?? ""),
        family: taxon("Malvaceae"),
        commonNames: result.commonNames ?? [],
        scientificName: fullNameOf(result),
      },
      gbif: { id: "3152559" },
      powo: { id: "560890-1" },
    })),
    version: "2026-01-15 (7.4)",
    remainingIdentificationRequests: remaining,
  };
}

const taxon = (name: string) => ({
  scientificNameWithoutAuthor: name,
  scientificNameAuthorship: "",
  scientificName: name,
});

const fullNameOf = ({ name, author }: FakeResult) => (author ? `${name} ${author}` : name);

function quotaHeaders(remaining: number): Record<string, string> {
  return {
    "ratelimit-policy": `"dailyQuota";q=${quotaPerDay};w=86400`,
    ratelimit: `"dailyQuota";r=${remaining};t=3600`,
  };
}

function refuse(
  response: ServerResponse,
  statusCode: number,
  error: string,
  message: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(statusCode, { "content-type": "application/json; charset=utf-8", ...headers });
  response.end(JSON.stringify({ statusCode, error, message }));
}

async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
