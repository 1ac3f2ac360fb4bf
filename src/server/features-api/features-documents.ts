import { escapeHtml } from "../pages/escape-html.ts";
import type { PublicColumn } from "../results/public-columns.ts";
import { limitDefault, limitMax, type PublicCollection } from "./items-query.ts";

/** OGC API - Features - Part 1: Core, version 1.0 (OGC 17-069r4). */
export const conformsTo = ["core", "oas30", "html", "geojson"].map(
  (part) => `http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${part}`,
);

const crs84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84";
const json = "application/json";
const geojson = "application/geo+json";
const openapi = "application/vnd.oai.openapi+json;version=3.0";

export type Link = { href: string; rel: string; type: string; title?: string };

/** Links of a document, and of its page for people. @param type of the JSON */
export const ownLinks = (address: string, type = json): Link[] => [
  { href: address, rel: "self", type },
  { href: withFormat(address, "html"), rel: "alternate", type: "text/html", title: "As a page" },
];

export function withFormat(address: string, format: "json" | "html"): string {
  const url = new URL(address);
  url.searchParams.set("f", format);
  return url.href;
}

export const collectionId = (questId: number) => `quest-${questId}`;

export function landingPage(root: string) {
  return {
    title: "Results of quests",
    description: "What volunteers measured, as features. One collection per quest with public results.",
    links: [
      ...ownLinks(root),
      { href: `${root}/api`, rel: "service-desc", type: openapi, title: "Description of this interface" },
      { href: `${root}/conformance`, rel: "conformance", type: json, title: "What it conforms to" },
      { href: `${root}/collections`, rel: "data", type: json, title: "Collections" },
    ],
  };
}

export function describeCollection(root: string, collection: PublicCollection) {
  const { id, quest_name, quest_description, organization_name, box, first_day, last_day } = collection;
  const address = `${root}/collections/${collectionId(id)}`;
  return {
    id: collectionId(id),
    title: quest_name,
    description: [quest_description, organization_name].filter(Boolean).join("\n\n"),
    itemType: "feature",
    crs: [crs84],
    storageCrs: crs84,
    ...(box && {
      extent: {
        spatial: { bbox: [box], crs: crs84 },
        ...(first_day &&
          last_day && {
            temporal: {
              interval: [[`${first_day}T00:00:00Z`, `${last_day}T23:59:59Z`]],
              trs: "http://www.opengis.net/def/uom/ISO-8601/0/Gregorian",
            },
          }),
      },
    }),
    links: [
      ...ownLinks(address),
      { href: `${address}/items`, rel: "items", type: geojson, title: `Data points of ${quest_name}` },
    ],
  };
}

const parameter = (name: string, description: string, schema: object, isInPath = false) => ({
  name,
  in: isInPath ? "path" : "query",
  required: isInPath,
  description,
  schema,
  ...(!isInPath && { style: "form", explode: false }),
});

const answers = (description: string, type: string) => ({
  "200": {
    description,
    content: { [type]: { schema: { type: "object" } }, "text/html": { schema: { type: "string" } } },
  },
  "400": {
    description: "A parameter isn't known, or its value makes no sense.",
    content: { [json]: { schema: exception } },
  },
  "404": { description: "There is no such resource.", content: { [json]: { schema: exception } } },
});

const exception = {
  type: "object",
  required: ["code"],
  properties: { code: { type: "string" }, description: { type: "string" } },
};

const format = parameter("f", "json, or html for a page.", { type: "string", enum: ["json", "html"] });
const collection = parameter("collectionId", "`quest-` and the number of the quest.", { type: "string" }, true);

/** @param columns by collection, whose names are parameters of `items` */
export function describeInterface(root: string, columns: readonly PublicColumn[]) {
  const get = (summary: string, type: string, parameters: object[] = []) => ({
    get: { summary, parameters: [...parameters, format], responses: answers(summary, type) },
  });
  const filters = [...new Set(columns.flatMap(({ name, isInFeature }) => (isInFeature ? [] : [name])))].map((name) =>
    parameter(name, "Only features with this value.", { type: "string" }),
  );
  const items = [
    collection,
    parameter("bbox", "west,south,east,north in degrees; west exceeds east across the antimeridian.", {
      type: "array",
      oneOf: [
        { minItems: 4, maxItems: 4 },
        { minItems: 6, maxItems: 6 },
      ],
      items: { type: "number" },
    }),
    parameter("datetime", "An instant, a day, or an interval such as 2026-05-01/.. (RFC 3339).", { type: "string" }),
    parameter("limit", "Features at most.", { type: "integer", minimum: 1, maximum: limitMax, default: limitDefault }),
    parameter("after", "From a next link.", { type: "string", format: "uuid" }),
    ...filters,
  ];
  return {
    openapi: "3.0.3",
    info: { title: "Results of quests", version: "1.0.0" },
    servers: [{ url: root }],
    paths: {
      "/": get("The landing page", json),
      "/conformance": get("What this interface conforms to", json),
      "/collections": get("The collections: one per quest with public results", json),
      "/collections/{collectionId}": get("One collection", json, [collection]),
      "/collections/{collectionId}/items": get("Features of a collection", geojson, items),
      "/collections/{collectionId}/items/{featureId}": get("One feature", geojson, [
        collection,
        parameter("featureId", "Id of the data point.", { type: "string" }, true),
      ]),
    },
  };
}

/** A page for people: links, a table of values, and the same as JSON behind a link. */
export type Page = {
  title: string;
  lead: string;
  links: { href: string; text: string }[];
  /** Rows of names and values, or of a header and its rows. */
  table: { header: readonly string[]; rows: readonly (readonly (string | number | boolean | null)[])[] } | undefined;
};

/** The page has no scripts and styles of its own, as the content security policy asks. */
export function htmlOf({ title, lead, links, table }: Page): string {
  const list = links.map(({ href, text }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></li>`).join("");
  const cells = (tag: "th" | "td", row: readonly (string | number | boolean | null)[]) =>
    `<tr>${row.map((cell) => `<${tag}>${escapeHtml(String(cell ?? ""))}</${tag}>`).join("")}</tr>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(lead)}</p><ul>${list}</ul>${
    table
      ? `<table border="1"><thead>${cells("th", table.header)}</thead><tbody>${table.rows.map((row) => cells("td", row)).join("")}</tbody></table>`
      : ""
  }</body></html>`;
}
