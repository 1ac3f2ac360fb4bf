import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";

/** Importing this gives a test file a database of its own, which jsdom lacks. */
globalThis.indexedDB = new IDBFactory();
