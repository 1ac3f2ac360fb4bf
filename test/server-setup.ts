import { inject } from "vitest";
import { runBuiltPrograms } from "../src/server/own-programs.ts";
import "./patient-waits.ts";
import "./property-seed.ts";

runBuiltPrograms(inject("builtServer"));
