import type { ReactNode } from "react";
import { rich, t } from "../../../../generated/web-texts/releases.ts";
import { licenceOf } from "../../../contract/licences.ts";
import type { ReleaseContent, ReleaseDetail } from "../../../contract/releases.ts";
import { CopiedText } from "../../ui/copied-text.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { formatDate } from "../../ui/dates.ts";
import { Figure, Figures } from "../../ui/figures.tsx";
import { formatBytes } from "../../ui/format-bytes.ts";
import { formatCount, formatList } from "../../ui/numbers.ts";
import { withNames } from "../../ui/verbatim.tsx";
import { changeWords, positionWords } from "./release-words.tsx";
import styles from "./releases.module.css";

export function ReleaseFigures({ content }: { content: ReleaseContent }) {
  const { accepted, volunteers, photos, missing_photos: missing, first_day: first, last_day: last } = content;
  return (
    <section aria-label={t("releases.figures")}>
      <Figures>
        <Figure label={t("releases.accepted")}>{formatCount(accepted)}</Figure>
        <Figure label={t("releases.volunteers")}>{formatCount(volunteers)}</Figure>
        <Figure
          label={t("releases.photos")}
          aside={missing > 0 ? t("releases.photos.missing", { count: missing }) : undefined}
        >
          {formatCount(photos)}
        </Figure>
        <Figure label={t("releases.firstDay")}>
          <time dateTime={first}>{formatDate(first)}</time>
        </Figure>
        <Figure label={t("releases.lastDay")}>
          <time dateTime={last}>{formatDate(last)}</time>
        </Figure>
      </Figures>
    </section>
  );
}

type File = ReleaseDetail["files"][number];

const hashColumn = (): Column<File> => ({
  key: "sha256",
  label: t("releases.file.sha256"),
  cell: ({ sha256 }) => (
    <span className={`small breaks ${styles.hash}`} dir="ltr" translate="no">
      {sha256}
    </span>
  ),
});

export function ReleaseFiles({ files, hasHashes = false }: { files: readonly File[]; hasHashes?: boolean }) {
  return (
    <DataTable
      label={t("releases.files.table")}
      rows={files}
      rowKey={({ name }) => name}
      columns={[
        {
          key: "name",
          label: t("releases.file"),
          kind: "name",
          cell: ({ name, address }) => (
            <a href={address} download={name} translate="no">
              {name}
            </a>
          ),
        },
        { key: "what", label: t("releases.file.what"), cell: ({ format }) => t(`releases.format.${format}`) },
        { key: "size", label: t("releases.file.size"), kind: "number", cell: ({ bytes }) => formatBytes(bytes) },
        ...(hasHashes ? [hashColumn()] : []),
      ]}
    />
  );
}

/** Who made the data, under which licence, and how exact they are. */
export function AboutRelease({ release, content }: { release: ReleaseDetail; content: ReleaseContent }) {
  const { authors, notes, thanks } = release;
  const { photo_licence: ofPhotos, contributors, volunteers, positions } = content;
  const { name, address } = licenceOf(release.licence);
  return (
    <>
      {notes === "" ? null : (
        <p className="keeps-lines" dir="auto">
          {notes}
        </p>
      )}
      {thanks ? (
        <>
          <h3>{t("releases.thanks")}</h3>
          <p className="keeps-lines" dir="auto">
            {thanks}
          </p>
        </>
      ) : null}
      <h3>{t("releases.authors")}</h3>
      <ul className="stack">
        {authors.map((author, index) => (
          // Two authors may have one name, and the list never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} translate="no">
            {author.orcid === undefined ? (
              author.name
            ) : (
              <a
                href={`https://orcid.org/${author.orcid}`}
                rel="noopener"
                aria-label={t("releases.orcid", { name: author.name })}
              >
                {author.name}
              </a>
            )}
          </li>
        ))}
      </ul>
      <p>
        {rich("releases.licence", { link: (words) => <LicenceLink address={address}>{words}</LicenceLink> }, { name })}
      </p>
      {ofPhotos ? (
        <p>
          {rich(
            "releases.licence.photos",
            { link: (words) => <LicenceLink address={ofPhotos.address}>{words}</LicenceLink> },
            { name: ofPhotos.name },
          )}
        </p>
      ) : null}
      <p>{positionWords(positions)}</p>
      <p>{changeWords(release)}</p>
      <p>{contributorWords(contributors, volunteers)}</p>
    </>
  );
}

const LicenceLink = ({ address, children }: { address: string; children: React.ReactNode }) => (
  <a href={address} rel="license noopener">
    {children}
  </a>
);

function contributorWords(contributors: readonly string[], volunteers: number): ReactNode {
  if (contributors.length === 0) return t("releases.contributors.none");
  const names = formatList(contributors);
  return contributors.length < volunteers
    ? withNames((name) => t("releases.contributors", { names: name(names) }))
    : withNames((name) => t("releases.contributors.all", { names: name(names) }));
}

/** The citation, and the same for programs. */
export function CiteRelease({ release }: { release: ReleaseDetail }) {
  const { citation, citations } = release;
  if (citation === null) return null;
  return (
    <>
      <CopiedText label={t("releases.cite.label")}>{citation}</CopiedText>
      <p className="muted">{t("releases.cite.formats")}</p>
      <ul className="cluster across-16">
        {citations.map(({ format, address }) => (
          <li key={format}>
            <a href={address} className="roomy">
              {t(`releases.cite.${format}`)}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
