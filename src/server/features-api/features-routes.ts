import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CostClass } from "../../contract/call.ts";
import type { CallCosts } from "../calls/call-costs.ts";
import { toDomainError } from "../calls/error-handler.ts";
import type { Db } from "../database/connection.ts";
import { type PublicColumn, type PublicRecord, publicColumns, toRecord } from "../results/public-columns.ts";
import { publicVersionsOf, publishFew } from "../results/publish-points.ts";
import {
  collectionId,
  conformsTo,
  describeCollection,
  describeInterface,
  htmlOf,
  landingPage,
  ownLinks,
  type Page,
} from "./features-documents.ts";
import {
  FeaturesError,
  findFeature,
  type ItemsQuery,
  listCollections,
  listFeatures,
  type PublicCollection,
  readItemsQuery,
  refuseParameters,
} from "./items-query.ts";

type Services = { db: Db; callCosts: CallCosts; config: { publicUrl: string } };
type Asked = { request: FastifyRequest; reply: FastifyReply };
type Params = { collectionId?: string; featureId?: string };

const json = "application/json";
const geojson = "application/geo+json";

/**
 * Public results as OGC API - Features, below `/ogc`. Everything in it comes from published data points. Errors have the
 * standard's form, `{ code, description }`.
 */
export function featuresRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  const root = `${services.config.publicUrl}/ogc`;
  app.setErrorHandler(sendError);
  // Otherwise the app's page would answer.
  app.get("/*", () => {
    throw new FeaturesError(404, "NotFound", "There is no such resource.");
  });
  app.addHook("onRequest", async (_request, reply) => {
    // Anybody's page may read what everybody may see.
    reply.header("access-control-allow-origin", "*").header("cross-origin-resource-policy", "cross-origin");
    reply.header("cache-control", "no-cache");
  });
  const get = (path: string, cost: CostClass, answer: (asked: Asked) => Promise<FastifyReply>) =>
    app.get(path, (request, reply) => services.callCosts.during(cost, reply.raw, () => answer({ request, reply })));

  get("/", "light", async (asked) => {
    refuseParameters(queryOf(asked));
    const document = landingPage(root);
    return send(asked, json, document, pageOf(document.title, document.description, document.links));
  });

  get("/api", "light", async (asked) => {
    refuseParameters(queryOf(asked));
    const all = await Promise.all(
      (await listCollections(db)).slice(0, describedMax).map(({ id, precision }) => columnsOf(db, id, precision)),
    );
    const document = describeInterface(root, all.flat());
    return send(
      asked,
      "application/vnd.oai.openapi+json;version=3.0",
      document,
      pageOf("Description of this interface", "OpenAPI 3.0", []),
    );
  });

  get("/conformance", "light", async (asked) => {
    refuseParameters(queryOf(asked));
    const links = conformsTo.map((href) => ({ href, title: href }));
    return send(asked, json, { conformsTo }, pageOf("What this interface conforms to", "OGC API - Features", links));
  });

  get("/collections", "light", async (asked) => {
    refuseParameters(queryOf(asked));
    const collections = (await listCollections(db)).map((each) => describeCollection(root, each));
    const document = { links: ownLinks(`${root}/collections`), collections };
    const links = collections.map(({ id, title }) => ({ href: `${root}/collections/${id}`, title }));
    return send(asked, json, document, pageOf("Collections", "One per quest with public results.", links));
  });

  get("/collections/:collectionId", "light", async (asked) => {
    refuseParameters(queryOf(asked));
    const document = describeCollection(root, await requireCollection(db, asked));
    return send(asked, json, document, pageOf(document.title, document.description, document.links));
  });

  get("/collections/:collectionId/items", "search", async (asked) => {
    const collection = await requireCollection(db, asked);
    await publishFew(db, collection.id);
    const columns = await columnsOf(db, collection.id, collection.precision);
    const query = readItemsQuery(queryOf(asked), columns);
    const { records, after } = await findRecords(db, collection.id, query);
    const address = new URL(asked.request.originalUrl, root);
    const self = new URL(`${root}/collections/${collectionId(collection.id)}/items${address.search}`);
    const document = {
      type: "FeatureCollection",
      links: [...ownLinks(self.href, geojson), ...(after === undefined ? [] : [nextLink(self, after)])],
      timeStamp: new Date().toISOString(),
      numberReturned: records.length,
      features: records.map((record) => toFeature(record, columns)),
    };
    return send(asked, geojson, document, tableOf(collection.quest_name, records, columns, document.links));
  });

  get("/collections/:collectionId/items/:featureId", "light", async (asked) => {
    const collection = await requireCollection(db, asked);
    refuseParameters(queryOf(asked));
    const { featureId = "" } = asked.request.params as Params;
    const point = /^[0-9a-f-]{36}$/.test(featureId) ? await findFeature(db, collection.id, featureId) : undefined;
    if (!point) throw new FeaturesError(404, "NotFound", `There is no feature "${featureId}" in this collection.`);
    const columns = await columnsOf(db, collection.id, collection.precision);
    const address = `${root}/collections/${collectionId(collection.id)}`;
    const links = [
      ...ownLinks(`${address}/items/${featureId}`, geojson),
      { href: address, rel: "collection", type: json, title: collection.quest_name },
    ];
    const record = toRecord(point);
    return send(
      asked,
      geojson,
      { ...toFeature(record, columns), links },
      tableOf(collection.quest_name, [record], columns, links),
    );
  });
}

/** The document names the properties of so many collections. */
const describedMax = 100;

const queryOf = ({ request }: Asked) => request.query as Record<string, unknown>;

const columnsOf = async (db: Db, questId: number, precision: PublicCollection["precision"]) =>
  publicColumns(db, await publicVersionsOf(db, questId, precision));

async function requireCollection(db: Db, { request }: Asked): Promise<PublicCollection> {
  const { collectionId: name = "" } = request.params as Params;
  const [, id] = /^quest-([1-9]\d{0,8})$/.exec(name) ?? [];
  const [collection] = id === undefined ? [] : await listCollections(db, Number(id));
  if (!collection) throw new FeaturesError(404, "NotFound", `There is no collection "${name}".`);
  return collection;
}

const batchSize = 500;
/** A page that finds fewer features than it may have ends here, and its `next` link goes on. */
const lookedAtMax = 10_000;

/** Features that match, and where the next page begins if there may be one. */
async function findRecords(
  db: Db,
  questId: number,
  query: ItemsQuery,
): Promise<{ records: PublicRecord[]; after: string | undefined }> {
  const records: PublicRecord[] = [];
  let { after } = query;
  for (let lookedAt = 0; lookedAt < lookedAtMax; lookedAt += batchSize) {
    const points = await listFeatures(db, questId, { ...query, after }, batchSize);
    for (const point of points) {
      if (records.length === query.limit) return { records, after };
      const record = toRecord(point);
      if (query.filters.every(({ column, value }) => String(column.cell(record) ?? "") === value)) records.push(record);
      after = point.id;
    }
    if (points.length < batchSize) return { records, after: undefined };
  }
  return { records, after };
}

function nextLink(self: URL, after: string) {
  const next = new URL(self);
  next.searchParams.set("after", after);
  return { href: next.href, rel: "next", type: geojson, title: "The next features" };
}

function toFeature(record: PublicRecord, columns: readonly PublicColumn[]) {
  const { id, longitude, latitude } = record;
  return {
    type: "Feature",
    id,
    geometry: longitude === null ? null : { type: "Point", coordinates: [longitude, latitude] },
    properties: Object.fromEntries(
      columns.flatMap(({ name, cell, isInFeature }) => (isInFeature ? [] : [[name, cell(record)]])),
    ),
  };
}

const pageOf = (
  title: string,
  lead: string,
  links: readonly { href: string; title?: string; rel?: string }[],
): Page => ({
  title,
  lead,
  links: links.map(({ href, title: text, rel }) => ({ href, text: text ?? rel ?? href })),
  table: undefined,
});

function tableOf(
  title: string,
  records: readonly PublicRecord[],
  columns: readonly PublicColumn[],
  links: Parameters<typeof pageOf>[2],
): Page {
  const header = columns.map(({ name }) => name);
  const rows = records.map((record) => columns.map(({ cell }) => cell(record)));
  return { ...pageOf(title, `${records.length} data points`, links), table: { header, rows } };
}

/** JSON, unless a browser or `f` asks for a page. */
function send({ request, reply }: Asked, type: string, document: object, page: Page): FastifyReply {
  const { f } = request.query as { f?: string };
  const prefersPage = /^[^,]*text\/html/.test(request.headers.accept ?? "");
  if (f === "html" || (f === undefined && prefersPage))
    return reply.type("text/html; charset=utf-8").send(htmlOf(page));
  return reply.type(`${type}${type.includes(";") ? "" : "; charset=utf-8"}`).send(JSON.stringify(document));
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof FeaturesError) {
    return reply.code(error.status).type(json).send({ code: error.code, description: error.message });
  }
  const refusal = toDomainError(error);
  if (refusal.status >= 500) request.log.error({ err: error }, "the features API failed");
  return reply.code(refusal.status).type(json).send({ code: refusal.code, description: refusal.message });
}
