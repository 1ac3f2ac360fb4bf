import { createRequire } from "node:module";
import { parse as parseScript, type AnyNode as ScriptNode } from "acorn";
import { browserFloor } from "./browser-floor.ts";

/**
 * What scripts and style sheets use that a browser of the floor lacks, by the names of MDN's compatibility data:
 * `css.selectors.has`, `javascript.builtins.Array.toSorted`, `api.URL.canParse_static`.
 */
type Lacked = Map<string, readonly Browser[]>;

type Browser = keyof typeof browserFloor;
const browsers = Object.keys(browserFloor) as Browser[];

const require = createRequire(import.meta.url);

type FeatureStatus = { by_compat_key?: Record<string, { support: Partial<Record<Browser, string>> }> };
const { features } = require("web-features/data.json") as { features: Record<string, { status?: FeatureStatus }> };

const sinceVersions = new Map(
  Object.values(features)
    .flatMap(({ status }) => Object.entries(status?.by_compat_key ?? {}))
    .map(([name, { support }]) => [name, support] as const),
);

/** Versions are "16.4", "111", and "≤80" for what is older than the data. */
function isAtMost(version: string, floor: string): boolean {
  const [major = 0, minor = 0] = version.replace("≤", "").split(".").map(Number);
  const [floorMajor = 0, floorMinor = 0] = floor.split(".").map(Number);
  return major < floorMajor || (major === floorMajor && minor <= floorMinor);
}

const lackedBy = (name: string): Browser[] =>
  browsers.filter((browser) => {
    const since = sinceVersions.get(name)?.[browser];
    return since === undefined || !isAtMost(since, browserFloor[browser]);
  });

/** A use may mean several features, as `at` is of arrays and of strings. It is lacked if all of them are. */
function note(lacked: Lacked, names: readonly string[]): void {
  const known = names.filter((name) => sinceVersions.has(name));
  const [first] = known;
  if (first === undefined || known.some((name) => lackedBy(name).length === 0)) return;
  lacked.set(first, lackedBy(first));
}

/** Objects of browsers that the app holds. Others share names with properties of our own. */
const heldObjects =
  /^(Node|Element|HTML\w*Element|SVG\w*Element|EventTarget|Range|Selection|Request|Response|Headers|Blob|File|FileSystem\w+|FormData|(Readable|Writable|Transform)Stream\w*|URL|URLSearchParams|IDB\w+|Cache|CacheStorage|AbortSignal|ServiceWorker\w*|Clients?|Media(Recorder|StreamTrack|Devices)|CanvasRenderingContext2D|ImageBitmap|StorageManager|LockManager|Permissions|Crypto|SubtleCrypto|Performance|Text(En|De)coder|(Keyboard|Pointer|Input|Drag)Event)$/;

/** Names of features that a property of an unknown object may mean. */
const members = new Map<string, string[]>();
/** The same of functions in values of style sheets. */
const cssFunctions = new Map<string, string[]>();
const addTo = (index: Map<string, string[]>, key: string, name: string) =>
  index.set(key, [...(index.get(key) ?? []), name]);
for (const name of sinceVersions.keys()) {
  const owner = name.slice(0, name.lastIndexOf("."));
  const [area, group = "", kind] = owner.split(".");
  const last = name.slice(owner.length + 1);
  if (area === "css" && group === "types") addTo(cssFunctions, last, name);
  const isMember =
    kind === undefined ? area === "api" && heldObjects.test(group) : owner === `javascript.builtins.${kind}`;
  // Nobody holds what no browser can make, except for iterators.
  const isHeld = kind === "Iterator" || !sinceVersions.has(owner) || lackedBy(owner).length < browsers.length;
  if (isMember && isHeld) addTo(members, last, name);
}

const windows = new Set(["window", "self", "globalThis"]);
const singletons = new Map([
  ["navigator", "Navigator"],
  ["document", "Document"],
  ["screen", "Screen"],
  ["history", "History"],
]);

const globalNames = (name: string) => [
  `javascript.builtins.${name}`,
  ...["", "Window.", "WorkerGlobalScope."].map((owner) => `api.${owner}${name}`),
];

function memberNames(object: ScriptNode, name: string): string[] {
  const unknown = members.get(name) ?? [];
  if (object.type !== "Identifier") return unknown;
  if (windows.has(object.name)) return globalNames(name);
  const singleton = singletons.get(object.name);
  if (singleton) return [`api.${singleton}.${name}`];
  const isGlobal = [`javascript.builtins.${object.name}`, `api.${object.name}`].some((each) => sinceVersions.has(each));
  return isGlobal ? [`javascript.builtins.${object.name}.${name}`, `api.${object.name}.${name}_static`] : unknown;
}

/** Names of features that a piece of a script may mean. `isName`: of a property, not of a variable. */
function namesInScript(node: ScriptNode, isName: boolean): string[] {
  if (node.type === "Identifier" && !isName) return globalNames(node.name);
  if (node.type === "MemberExpression" && !node.computed && node.property.type === "Identifier") {
    return memberNames(node.object, node.property.name);
  }
  const isLookbehind = node.type === "Literal" && node.regex && /\(\?<[=!]/.test(node.regex.pattern);
  return isLookbehind ? ["javascript.regular_expressions.lookbehind_assertion"] : [];
}

const isNode = (value: unknown): value is ScriptNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** Every browser of the floor has the syntax of this year; newer syntax throws. */
const newestSyntax = 2022;

export function findLackedInScript(source: string, sourceType: "module" | "script"): Lacked {
  const lacked: Lacked = new Map();
  const visit = (node: ScriptNode, isName: boolean): void => {
    note(lacked, namesInScript(node, isName));
    const isComputed = "computed" in node && node.computed;
    const isShorthand = "shorthand" in node && node.shorthand;
    for (const [key, value] of Object.entries(node)) {
      const holdsName = !isComputed && (key === "property" || (key === "key" && !isShorthand));
      for (const each of [value].flat()) if (isNode(each)) visit(each, holdsName);
    }
  };
  visit(parseScript(source, { ecmaVersion: newestSyntax, sourceType }), false);
  return lacked;
}

/** What is used of css-tree, which has no types. */
type CssNode = { type: string; name: string; property: string; unit: string };
type Declarations = { children: { some(isSo: (each: CssNode) => boolean): boolean } };
type Around = { atrule: CssNode | null; block: Declarations | null; declaration: CssNode | null };
const cssTree = require("css-tree") as {
  parse(source: string, options: { parseCustomProperty: boolean; onParseError: (error: Error) => void }): CssNode;
  walk(sheet: CssNode, visit: (this: Around, node: CssNode) => void): void;
};

const unitGroups: [units: RegExp, group: string][] = [
  [/^cq/, "container_query_length_units"],
  [/^dv/, "viewport_percentage_units_dynamic"],
  [/^lv/, "viewport_percentage_units_large"],
  [/^sv/, "viewport_percentage_units_small"],
];

/** Names of features that a piece of a style sheet may mean. */
function namesInSheet(node: CssNode, { atrule, declaration }: Around): string[] {
  const property = `css.properties.${declaration?.property}`;
  // What a browser doesn't know it leaves out, with all that the declaration says.
  const isInLacked = sinceVersions.has(property) && lackedBy(property).length > 0;
  switch (node.type) {
    case "Atrule":
      return [`css.at-rules.${node.name}`];
    case "Feature":
      return [`css.at-rules.${atrule?.name}.${node.name}`];
    case "FeatureRange":
      return [`css.at-rules.${atrule?.name}.range_syntax`];
    case "PseudoClassSelector":
    case "PseudoElementSelector":
      return [`css.selectors.${node.name}`];
    case "NestingSelector":
      return ["css.selectors.nesting"];
    case "Declaration":
      return [`css.properties.${node.property}`];
    case "Identifier":
      return isInLacked ? [] : [`${property}.${node.name}`];
    case "Function":
      return [...(cssFunctions.get(node.name) ?? []), `${property}.${node.name}_function`];
    case "Dimension":
      return [`css.types.length.${unitGroups.find(([units]) => units.test(node.unit))?.[1] ?? node.unit}`];
    default:
      return [];
  }
}

/** Where a rule says the same with WebKit's prefix, its older versions have it. */
const isPrefixed = ({ block }: Around, property: string | undefined) =>
  block?.children.some((each) => each.type === "Declaration" && each.property === `-webkit-${property}`) ?? false;

export function findLackedInSheet(source: string): Lacked {
  const lacked: Lacked = new Map();
  const onParseError = (error: Error) => {
    throw error;
  };
  cssTree.walk(cssTree.parse(source, { parseCustomProperty: true, onParseError }), function (node) {
    const property = node.type === "Declaration" ? node.property : undefined;
    if (!isPrefixed(this, property ?? this.declaration?.property)) note(lacked, namesInSheet(node, this));
  });
  return lacked;
}
