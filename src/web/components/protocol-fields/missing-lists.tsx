import { t } from "../../texts/kinds.ts";
import { Banner } from "../banner.tsx";
import { Button } from "../button.tsx";

/** Says that formulas have no result yet, because their list is not on this phone. */
export function MissingLists({ onAgain }: { onAgain: () => void }) {
  return (
    <Banner tone="warning">
      {t("kinds.list.formulas")}{" "}
      <Button small onClick={onAgain}>
        {t("kinds.list.again")}
      </Button>
    </Banner>
  );
}
