import type { Evidence } from "../../contract/samples.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { FoundEvidence } from "../database/column-types.ts";
import { describeEvidence } from "../evidence/describe-evidence.ts";

export function describeAllEvidence(found: readonly FoundEvidence[], texts: Texts): Evidence[] {
  return found.map((each) => describeEvidence(each, texts));
}
