import * as runtime from "react/jsx-dev-runtime";
import { inElements } from "./texts-in-elements.ts";

export { Fragment } from "react/jsx-dev-runtime";

export const jsxDEV: typeof runtime.jsxDEV = (type, props, key, isStatic, ...rest) => {
  const given = inElements(type, props as object);
  return runtime.jsxDEV(type, given, key, isStatic && Array.isArray(given.children), ...rest);
};
