import { groupDepthMax } from "../../../protocol/protocol-limits.ts";
import type { FieldDraft, ProtocolDraft } from "./protocol-draft.ts";

/** Fields of a draft are one list: a group is followed by its fields, which name it. */
type Fields = readonly FieldDraft[];
type Change = (draft: ProtocolDraft) => ProtocolDraft;

const groupOf = (fields: Fields, field: FieldDraft | undefined): FieldDraft | undefined =>
  field?.groupId === undefined ? undefined : fields.find(({ id }) => id === field.groupId);

/** In how many groups a field is. */
export function depthOf(fields: Fields, field: FieldDraft): number {
  const group = groupOf(fields, field);
  return group ? 1 + depthOf(fields, group) : 0;
}

/** A field with the fields in it. */
export function blockOf(fields: Fields, id: string): Fields {
  const at = fields.findIndex((field) => field.id === id);
  const field = fields[at];
  if (!field) return [];
  const depth = depthOf(fields, field);
  const end = fields.findIndex((each, index) => index > at && depthOf(fields, each) <= depth);
  return fields.slice(at, end === -1 ? undefined : end);
}

/** Whether a field can be in a group without too many groups within each other; undefined is the form. */
function fits(fields: Fields, block: Fields, group: FieldDraft | undefined): boolean {
  const [first] = block;
  if (!group || !first) return true;
  const groupsIn = block
    .filter(({ kind }) => kind === "group")
    .map((each) => depthOf(fields, each) - depthOf(fields, first) + 1);
  return depthOf(fields, group) + 1 + Math.max(0, ...groupsIn) <= groupDepthMax;
}

/** Whether a group can have another group in it. */
export const canHaveGroup = (fields: Fields, group: FieldDraft): boolean => depthOf(fields, group) + 2 <= groupDepthMax;

function placed(draft: ProtocolDraft, block: Fields, at: number, groupId: string | undefined): ProtocolDraft {
  const moved = new Set(block);
  const others = draft.fields.filter((field) => !moved.has(field));
  const [first, ...inner] = block;
  return first ? { ...draft, fields: others.toSpliced(at, 0, { ...first, groupId }, ...inner) } : draft;
}

/** Moves a field by one place: past its neighbour, into a group beside it, or out of its own. */
export function stepField(id: string, by: 1 | -1): Change {
  return (draft) => {
    const { fields } = draft;
    const block = blockOf(fields, id);
    const [field] = block;
    if (!field) return draft;
    const at = fields.indexOf(field);
    const sibling = by > 0 ? fields[at + block.length] : siblingBefore(fields, at);
    if (!sibling || sibling.groupId !== field.groupId) return stepOut(draft, block, by);
    if (sibling.kind === "group" && fits(fields, block, sibling)) {
      return placed(draft, block, by > 0 ? at + 1 : at, sibling.id);
    }
    const to = by > 0 ? at + blockOf(fields, sibling.id).length : fields.indexOf(sibling);
    return placed(draft, block, to, field.groupId);
  };
}

/** Out of its group, before or after it. */
function stepOut(draft: ProtocolDraft, block: Fields, by: 1 | -1): ProtocolDraft {
  const [field] = block;
  const group = groupOf(draft.fields, field);
  if (!field || !group) return draft;
  const at = draft.fields.indexOf(field);
  return placed(draft, block, by > 0 ? at : at - 1, group.groupId);
}

/** The field before one in the same group; its group if it is the first. */
function siblingBefore(fields: Fields, at: number): FieldDraft | undefined {
  const field = fields[at];
  let before = fields[at - 1];
  if (before?.id === field?.groupId) return before;
  while (before && before.groupId !== field?.groupId) before = groupOf(fields, before);
  return before;
}

/** Moves a field to the place of another one. @param to index of that one */
export function moveField(id: string, to: number): Change {
  return (draft) => {
    const { fields } = draft;
    const block = blockOf(fields, id);
    const [field] = block;
    const over = fields[to];
    if (!field || !over || block.includes(over)) return draft;
    const others = fields.filter((each) => !block.includes(each));
    let at = others.indexOf(over) + (fields.indexOf(field) < to ? 1 : 0);
    const before = others[at - 1];
    let group = before?.kind === "group" ? before : groupOf(others, before);
    while (group && !fits(fields, block, group)) {
      at = others.indexOf(group) + blockOf(others, group.id).length;
      group = groupOf(others, group);
    }
    return placed(draft, block, at, group?.id);
  };
}
