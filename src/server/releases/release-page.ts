import type { FastifyInstance } from "fastify";
import type { CallCosts } from "../calls/call-costs.ts";
import type { Db } from "../database/connection.ts";
import type { LocalizedPages } from "../pages/localized-pages.ts";
import { headOf, servePageWithHead } from "../pages/web-pages.ts";
import { citationTypes, jsonLdOf } from "./citations.ts";
import {
  citationAddress,
  citeInApa,
  type DescribedRelease,
  describeRelease,
  fileAddress,
} from "./described-release.ts";
import { findRelease, listReleaseFiles, type StoredReleaseFile } from "./release-queries.ts";

type Services = { db: Db; callCosts: CallCosts; config: { publicUrl: string }; pages: LocalizedPages };

/** Serves the app's page at a release's address, with a head and links for programs. */
export function releasePage(app: FastifyInstance, services: Services): void {
  const { db, config } = services;
  servePageWithHead(app, services, {
    path: "/quests/:id/releases/:number",
    file: "index.html",
    findHead: async ({ questId, number }) => {
      const release = await findRelease(db, { questId, number });
      if (!release?.content || release.published_at === null) return undefined;
      const described = describeRelease(release, release.content, new Date(release.published_at), config.publicUrl);
      const files = await listReleaseFiles(db, { questId, number });
      return { html: htmlOf(described, files), links: linksOf(described, files) };
    },
  });
}

function htmlOf(release: DescribedRelease, files: readonly StoredReleaseFile[]): string {
  const { title, address, publicUrl } = release;
  const page = { title, text: citeInApa(release), address, image: null };
  // Not run by browsers. In it, only `<` could end it.
  const data = JSON.stringify(jsonLdOf(release, files, publicUrl)).replaceAll("<", "\\u003c");
  return `${headOf(page, publicUrl)}\n    <script type="application/ld+json">${data}</script>`;
}

/** Servers and proxies take headers of a few KB. */
const authorsLinkedMax = 10;
const filesLinkedMax = 20;

/** FAIR Signposting (https://signposting.org/FAIR/): how programs find the parts of a page. */
function linksOf(release: DescribedRelease, files: readonly StoredReleaseFile[]): string {
  const { publicUrl, questId, number, licence, authors, citedAddress } = release;
  const describedBy = (["datacite", "json-ld"] as const).map((format) =>
    link(citationAddress(publicUrl, { questId, number }, format), "describedby", citationTypes[format]),
  );
  const items = files
    .slice(0, filesLinkedMax)
    .map(({ name, media_type: mediaType }) => link(fileAddress(publicUrl, release, name), "item", mediaType));
  const people = authors.flatMap(({ orcid }) =>
    orcid === undefined ? [] : [link(`https://orcid.org/${orcid}`, "author")],
  );
  return [
    link(citedAddress, "cite-as"),
    link("https://schema.org/AboutPage", "type"),
    link("https://schema.org/Dataset", "type"),
    link(licence.address, "license"),
    ...describedBy,
    ...people.slice(0, authorsLinkedMax),
    ...items,
  ].join(", ");
}

const link = (address: string, relation: string, type?: string) =>
  `<${address}>; rel="${relation}"${type === undefined ? "" : `; type="${type.split(";")[0]}"`}`;
