import { t as reviewText } from "../../../../generated/web-texts/review.ts";
import { t } from "../../../../generated/web-texts/sample.ts";
import type { DataPointPhoto } from "../../../contract/data-points.ts";
import type { Review } from "../../../contract/reviews.ts";
import type { SampleDetail } from "../../../contract/samples.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { labelOfField } from "../../foundation/texts/protocol.ts";
import { FilesOfPoint } from "../../ui/files-of-point.tsx";
import { WordsAndInstant } from "../../ui/instant.tsx";
import { Differences, Fold } from "./capture-evidence.tsx";
import { differencesBetween, type State } from "./differences.ts";
import styles from "./revisions.module.css";
import { NoPhoto, ZoomablePhoto } from "./zoomable-photo.tsx";

type Revision = State & Pick<SampleDetail, "revision" | "photos" | "files">;

/** Each revision next to the one before, with the request that it answers. Older pairs are folded. */
export function Revisions({ sample, protocol }: { sample: SampleDetail; protocol: Protocol }) {
  const revisions: Revision[] = [sample, ...sample.former_revisions];
  const pairs = revisions.flatMap((after, index) => {
    const before = revisions[index + 1];
    return before ? [{ before, after }] : [];
  });
  const [newest, ...older] = pairs;
  if (!newest) return null;
  const pairOf = ({ before, after }: (typeof pairs)[number]) => (
    <Pair before={before} after={after} request={requestOn(sample, before.revision)} protocol={protocol} />
  );
  const nameOf = ({ before, after }: (typeof pairs)[number]) =>
    t("sample.revisions", { after: after.revision, before: before.revision });
  return (
    <section className="stack gap-12" aria-labelledby="revisions-title">
      <h3 id="revisions-title" className="text-16">
        {nameOf(newest)}
      </h3>
      {pairOf(newest)}
      {older.map((pair) => (
        <Fold key={pair.after.revision} title={nameOf(pair)}>
          {pairOf(pair)}
        </Fold>
      ))}
    </section>
  );
}

/** The request that the next revision answers. */
const requestOn = ({ reviews }: SampleDetail, revision: number): Review | undefined =>
  reviews.find(
    (review) => review.revision === revision && review.decision === "change_requested" && review.undone_at === null,
  );

function Pair({
  before,
  after,
  request,
  protocol,
}: {
  before: Revision;
  after: Revision;
  request: Review | undefined;
  protocol: Protocol;
}) {
  const differences = differencesBetween(before, after, protocol);
  const keys = [...new Set([...before.photos, ...after.photos].map(({ key }) => key))];
  const changed = keys.filter((key) => photoOf(before, key)?.sha256 !== photoOf(after, key)?.sha256);
  const fileKeys = [...new Set([before, after].flatMap(({ files = [] }) => files.map(({ key }) => key)))];
  const changedFiles = fileKeys.filter((key) => filesAt(before, key)[0]?.sha256 !== filesAt(after, key)[0]?.sha256);
  return (
    <div className="stack gap-12">
      {request ? (
        <figure className={styles.request}>
          <figcaption className="muted small">
            {t("sample.revisions.answers")} <WordsAndInstant words={request.reviewed_by} of={request.reviewed_at} />
          </figcaption>
          {request.comment === null ? null : (
            <blockquote className="keeps-lines" dir="auto">
              {request.comment}
            </blockquote>
          )}
        </figure>
      ) : null}
      {differences.length > 0 ? (
        <Differences of={differences} showsDistance />
      ) : (
        <p className="muted">{t("sample.revisions.unchanged")}</p>
      )}
      {changed.map((key) => {
        const label = labelOfField(protocol, key) ?? reviewText("review.photo.own");
        return (
          <div key={key} className={`grid gap-12 ${styles.photos}`}>
            <PhotoOf revision={before} photo={photoOf(before, key)} label={label} />
            <PhotoOf revision={after} photo={photoOf(after, key)} label={label} />
          </div>
        );
      })}
      {changedFiles.map((key) => (
        <div key={key} className={`grid gap-12 ${styles.photos}`}>
          {[before, after].map((revision) => (
            <figure key={revision.revision}>
              <figcaption className="muted small">
                {t("sample.revisions.number", { number: revision.revision })}
              </figcaption>
              <FilesOfPoint files={filesAt(revision, key)} protocol={protocol} />
            </figure>
          ))}
        </div>
      ))}
      {keys.length > 0 && changed.length === 0 ? (
        <p className="muted">{t("sample.revisions.samePhoto", { count: keys.length })}</p>
      ) : null}
    </div>
  );
}

const photoOf = ({ photos }: Revision, key: string) => photos.find((photo) => photo.key === key);

const filesAt = ({ files = [] }: Revision, key: string) => files.filter((file) => file.key === key);

function PhotoOf({
  revision: { revision },
  photo,
  label,
}: {
  revision: Revision;
  photo: DataPointPhoto | undefined;
  label: string;
}) {
  const name = t("sample.revisions.photo", { label, number: revision });
  return (
    <figure>
      <figcaption className="muted small">{t("sample.revisions.number", { number: revision })}</figcaption>
      {photo ? (
        <ZoomablePhoto src={photo.image_data_presigned_url} alt={name} label={name} size="small" />
      ) : (
        <NoPhoto>{t("sample.revisions.noPhoto")}</NoPhoto>
      )}
    </figure>
  );
}
