import * as runtime from "react/jsx-runtime";
import { inElements } from "./texts-in-elements.ts";

export { Fragment } from "react/jsx-runtime";

export const jsx: typeof runtime.jsx = (type, props, key) => runtime.jsx(type, inElements(type, props as object), key);
export const jsxs: typeof runtime.jsxs = (type, props, key) =>
  runtime.jsxs(type, inElements(type, props as object), key);
