import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

afterEach(cleanup);

// A busy machine takes longer over a page than the default second.
configure({ asyncUtilTimeout: 5_000 });
