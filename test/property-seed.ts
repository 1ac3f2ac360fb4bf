import fc from "fast-check";

/** Tests draw the same inputs each time, so that chance refuses no change; another seed draws others. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });
