import { inject } from "vitest";
import { runBuiltPrograms } from "../src/server/own-programs.ts";

runBuiltPrograms(inject("builtServer"));
