import type { ProtocolTemplate } from "./template.ts";
import { treeGirth } from "./tree-girth.ts";

/** In the order in which an editor offers them. */
export const templates: readonly ProtocolTemplate[] = [treeGirth];
