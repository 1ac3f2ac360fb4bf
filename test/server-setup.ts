import { inject } from "vitest";
import { runBuiltPrograms } from "../src/server/own-programs.ts";
import "./patient-waits.ts";

runBuiltPrograms(inject("builtServer"));
