import { Link } from "react-router";
import { useCall } from "../../api/use-call.ts";
import { formatCount } from "../../components/numbers.ts";
import { paths } from "../../paths.ts";
import { rich, t } from "../../texts/contributions.ts";
import styles from "./own-shares.module.css";

/** How much of each quest's public results is the volunteer's. Nothing without any, and offline. */
export function OwnShares({ username }: { username: string }) {
  const { data: shares = [] } = useCall("listOwnShares", { params: { username } });
  if (shares.length === 0) return null;
  return (
    <section className={styles.shares} aria-label={t("contributions.shares")}>
      <h2>{t("contributions.shares")}</h2>
      <ul>
        {shares.map(({ quest_id: id, quest_name: questName, own, accepted, release }) => (
          <li key={id}>
            {rich(
              "contributions.share",
              {
                link: (words) => (
                  <Link to={paths.questResults(id)} className="roomy">
                    {words}
                  </Link>
                ),
              },
              { questName, own, accepted, total: formatCount(accepted) },
            )}
            {release ? (
              <>
                {" "}
                {rich(
                  "contributions.share.release",
                  {
                    link: (words) => (
                      <Link to={paths.release(id, release.number)} className="roomy">
                        {words}
                      </Link>
                    ),
                  },
                  release,
                )}
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
