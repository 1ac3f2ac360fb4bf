import * as runtime from "react/jsx-dev-runtime";
import { inElements } from "./texts-in-elements.ts";

export { Fragment } from "react/jsx-dev-runtime";

export const jsxDEV: typeof runtime.jsxDEV = (type, props, ...rest) =>
  runtime.jsxDEV(type, inElements(type, props as object), ...rest);
