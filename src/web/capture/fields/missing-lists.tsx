import { t } from "../../../../generated/web-texts/kinds.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";

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
